//! The parent's own words for requests that no worker answered.

use camber_worker::wire::Outcome;
use serde_json::{Value, json};

use super::state::{Answer, Refusal, ReplyTicket, Task};
use crate::mcp::{RequestId, reply};



/// Writes the answer to an accepted request.
pub fn answer(out: &mut Vec<u8>, ticket: ReplyTicket, answer: &Answer) {
    let (id, task) = ticket.redeem();
    let retryable = || Some(json!({"retryable": true}));
    match answer {
        Answer::Finished(payload) => match Outcome::from_payload(payload) {
            Some(outcome) => reply::result(out, &id, outcome.result),
            None => fail(out, &id, &task, "unavailable", "the worker's answer was cut", retryable()),
        },
        Answer::TimedOut(cap) => {
            let message = format!(
                "The call ran past its time cap of {} s and was stopped. Narrow it: fewer \
                 equipments, fewer rules or a shorter window.",
                cap.as_secs()
            );
            fail(out, &id, &task, "timeout", &message, None);
        }
        Answer::WorkerEnded => {
            let message = "The worker process running this call ended before it was done. Retry \
                           it, and narrow it if it fails again.";
            fail(out, &id, &task, "unavailable", message, retryable());
        }
        Answer::NoWorker => {
            let message = "No worker process could be started for this call. Retry it shortly.";
            fail(out, &id, &task, "unavailable", message, retryable());
        }
    }
}

/// Writes the answer to a request that was not accepted.
pub fn refuse(out: &mut Vec<u8>, id: &RequestId, task: &Task, refusal: Refusal) {
    match refusal {
        Refusal::DuplicateId => reply::duplicate_id(out, id),
        Refusal::Busy { max_concurrent, max_queued } => {
            let message = format!(
                "The server already runs {max_concurrent} and queues {max_queued} calls, as many \
                 as it was started for. Retry shortly."
            );
            let data = json!({
                "retryable": true,
                "max_concurrent": max_concurrent,
                "max_queued": max_queued,
            });
            fail(out, id, task, "busy", &message, Some(data));
        }
    }
}

/// A tool error where the model can read one, and else an error of the protocol.
fn fail(
    out: &mut Vec<u8>,
    id: &RequestId,
    task: &Task,
    code: &str,
    message: &str,
    data: Option<Value>,
) {
    match task {
        Task::Tool { revision, .. } => {
            reply::tool_error(out, id, *revision, code, message, data.as_ref());
        }
        Task::Completion => reply::error(out, Some(id), reply::code::INTERNAL_ERROR, message, data.as_ref()),
    }
}
