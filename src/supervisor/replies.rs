//! The parent's own words for requests that no worker answered.

use camber_worker::error::{Code, ToolError};
use camber_worker::wire::{INTERNAL, Outcome};
use serde_json::json;

use super::state::{Answer, Refusal, ReplyTicket, Task};
use crate::mcp::{RequestId, reply};

/// Writes the answer to an accepted request.
pub fn answer(out: &mut Vec<u8>, ticket: ReplyTicket, answer: &Answer) {
    let (id, task) = ticket.redeem();
    match answer {
        Answer::Finished(payload) => finished(out, &id, payload),
        Answer::TimedOut(cap) => fail(
            out,
            &id,
            &task,
            ToolError::new(
                Code::Timeout,
                format!(
                    "the call ran past its time cap of {} s and was stopped; narrow it: fewer \
                     equipments or rules, or a shorter window",
                    cap.as_secs()
                ),
            ),
        ),
        Answer::WorkerEnded => fail(
            out,
            &id,
            &task,
            unavailable(
                "the worker process running this call ended before it was done; retry the call, \
                 and narrow it if it fails again",
            ),
        ),
        Answer::NoWorker => fail(
            out,
            &id,
            &task,
            unavailable("no worker process could be started for this call; retry it shortly"),
        ),
    }
}

/// A worker's finished result, or the error its own fault is.
fn finished(out: &mut Vec<u8>, id: &RequestId, payload: &[u8]) {
    match Outcome::from_payload(payload) {
        Some(outcome) if outcome.name == INTERNAL => {
            let message = String::from_utf8_lossy(outcome.result);
            reply::error(out, Some(id), reply::code::INTERNAL_ERROR, &message, None);
        }
        Some(outcome) => reply::result(out, id, outcome.result),
        None => reply::internal_error(out, id),
    }
}

/// Writes the answer to a request that was not accepted.
pub fn refuse(out: &mut Vec<u8>, id: &RequestId, task: &Task, refusal: Refusal) {
    match refusal {
        Refusal::DuplicateId => reply::duplicate_id(out, id),
        Refusal::Busy {
            max_concurrent,
            max_queued,
        } => {
            let message = format!(
                "the server runs {max_concurrent} and queues {max_queued} calls at most, and does; \
                 retry shortly"
            );
            let data = json!({
                "retryable": true,
                "max_concurrent": max_concurrent,
                "max_queued": max_queued,
            });
            fail(
                out,
                id,
                task,
                ToolError::new(Code::Busy, message).with_data(data),
            );
        }
    }
}

fn unavailable(message: &str) -> ToolError {
    ToolError::new(Code::Unavailable, message).with_data(json!({"retryable": true}))
}

/// A tool error where a model reads the reply, and else an error of the protocol.
fn fail(out: &mut Vec<u8>, id: &RequestId, task: &Task, error: ToolError) {
    match task {
        Task::Tool { revision, .. } => reply::tool_error(out, id, *revision, &error),
        Task::Completion => {
            let code = reply::code::INTERNAL_ERROR;
            reply::error(out, Some(id), code, &error.message, error.data.as_ref());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use camber_worker::wire::Revision;
    use serde_json::Value;

    fn refused(task: &Task, refusal: Refusal) -> Value {
        let mut out = Vec::new();
        refuse(&mut out, &RequestId::from_canonical("7"), task, refusal);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn busy_says_what_the_server_was_started_for() {
        let tool = Task::Tool {
            name: "coverage".to_owned(),
            revision: Revision::Session,
        };
        let busy = Refusal::Busy {
            max_concurrent: 2,
            max_queued: 8,
        };
        let reply = refused(&tool, busy);
        assert_eq!(reply["id"], 7);
        assert_eq!(reply["result"]["isError"], true);
        assert_eq!(
            reply["result"]["_meta"]["camber/error"],
            json!({
                "code": "busy",
                "data": {"retryable": true, "max_concurrent": 2, "max_queued": 8},
            })
        );
        assert_eq!(refused(&Task::Completion, busy)["error"]["code"], -32603);
    }

    #[test]
    fn a_fault_of_a_worker_is_an_error_and_its_result_a_result() {
        let answered = |name: &str, result: &[u8]| -> Value {
            let mut out = Vec::new();
            let payload = Outcome { name, result }.to_payload();
            finished(&mut out, &RequestId::from_canonical("7"), &payload);
            serde_json::from_slice(&out).unwrap()
        };
        let fault = answered(INTERNAL, b"coverage failed");
        assert_eq!(
            fault["error"],
            json!({"code": -32603, "message": "coverage failed"})
        );
        assert_eq!(answered("ok", b"{}")["result"], json!({}));
    }

    #[test]
    fn a_duplicate_id_is_an_invalid_request() {
        let reply = refused(&Task::Completion, Refusal::DuplicateId);
        assert_eq!(
            (&reply["id"], &reply["error"]["code"]),
            (&json!(7), &json!(-32600))
        );
    }
}
