//! One worker's work: a call in, the finished result out.

use std::panic::{AssertUnwindSafe, catch_unwind};

use camber_store::{OpenError, Store};

use crate::cache::Cache;
use crate::call::{Call, Reports};
use crate::completion;
use crate::error::{CallError, ToolError};
use crate::launch::LaunchContext;
use crate::policy::{self, Copies, Policy};
use crate::results::token::TokenInput;
use crate::results::{self, Answer};
use crate::schema;
use crate::tools::{self, ToolSpec};
use crate::wire::{CallRequest, CompletionRequest, INTERNAL, Outcome, Progress, Revision};

/// A store, what may be read of it, and what was read.
#[derive(Debug)]
pub struct Worker {
    context: LaunchContext,
    store: Store,
    cache: Cache,
    copies: Copies,
}

/// How a call ended: the content of an [`Outcome`].
#[derive(Debug, PartialEq, Eq)]
pub struct Reply {
    /// `ok`, an error code, or `internal`.
    pub name: &'static str,
    /// The finished result; for `internal` the message of the error.
    pub result: Vec<u8>,
}

impl Reply {
    /// The reply as the payload of a result frame.
    pub fn to_payload(&self) -> Vec<u8> {
        Outcome {
            name: self.name,
            result: &self.result,
        }
        .to_payload()
    }
}

impl Worker {
    /// A worker over the store of `context`.
    ///
    /// # Errors
    /// When the store cannot be opened.
    pub fn new(context: LaunchContext) -> Result<Worker, OpenError> {
        let store = Store::open(&context.store)?;
        Ok(Worker {
            context,
            store,
            cache: Cache::default(),
            copies: Copies::default(),
        })
    }

    /// Runs a tool. `report` gets its progress when the client asked for it.
    pub fn call(&mut self, mut request: CallRequest, report: &mut dyn FnMut(Progress)) -> Reply {
        let mut silent = |_| {};
        let report = if request.progress {
            report
        } else {
            &mut silent
        };
        let (revision, envelope) = (request.revision, request.envelope_bytes);
        let tool = request.tool.clone();
        let outcome = self.contained(|worker| {
            let answer = worker.answer(&mut request, report)?;
            results::success(answer, revision, envelope)
        });
        reply(&tool, outcome, revision)
    }

    /// Completes a prompt's argument. What cannot be read is not offered.
    pub fn complete(&mut self, request: &CompletionRequest) -> Reply {
        let outcome = self.contained(|worker| {
            let policy = Policy::now(&worker.context.allowed, &worker.store, &worker.copies);
            let offers = completion::offers(request, &worker.store, &policy);
            results::completion(&offers, request.revision)
        });
        reply("completion", outcome, request.revision)
    }

    fn answer(
        &mut self,
        request: &mut CallRequest,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Answer, CallError> {
        let tool = tools::find(&request.tool)
            .ok_or_else(|| CallError::Internal(format!("there is no tool {:?}", request.tool)))?;
        tools::check_arguments(tool, &mut request.arguments)
            .map_err(|problems| ToolError::invalid_params(&problems))?;
        let policy = Policy::now(&self.context.allowed, &self.store, &self.copies);
        policy.check(&request.arguments)?;
        let mut call = Call::new(
            tool.name,
            &request.arguments,
            &self.store,
            &policy,
            TokenInput::new(tool.name, &request.arguments, &self.context),
            &mut self.cache,
            Reports::new(report),
        );
        let mut answer = tool.run(&mut call)?;
        answer.notices.splice(0..0, policy.notice());
        self.check_answer(tool, &answer)?;
        Ok(answer)
    }

    /// What leaves the worker fits the tool's output schema and names no other facility.
    fn check_answer(&self, tool: &ToolSpec, answer: &Answer) -> Result<(), CallError> {
        let fault = |problem: String| {
            CallError::Internal(format!("the result of {}: {problem}", tool.name))
        };
        if let Some(problem) = schema::problems(&tool.output_schema, &answer.data).first() {
            return Err(fault(problem.clone()));
        }
        match policy::stray_facility(&self.context.allowed, &answer.data) {
            Some(id) => Err(fault(format!("it names {id:?}, which is not allowed"))),
            None => Ok(()),
        }
    }

    /// Runs `work`, a panic in it being an internal failure. What a panicking call left in the
    /// cache is not trusted.
    fn contained(
        &mut self,
        work: impl FnOnce(&mut Worker) -> Result<Vec<u8>, CallError>,
    ) -> Result<Vec<u8>, CallError> {
        catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|_| {
            self.cache = Cache::default();
            Err(CallError::Internal("it panicked".to_owned()))
        })
    }
}

fn reply(subject: &str, outcome: Result<Vec<u8>, CallError>, revision: Revision) -> Reply {
    let failed = match outcome {
        Ok(result) => return Reply { name: "ok", result },
        Err(failed) => failed,
    };
    let refused = match failed {
        CallError::Tool(error) => {
            results::failure(&error, revision).map(|result| (error.code, result))
        }
        CallError::Internal(_) => Err(failed),
    };
    match refused {
        Ok((code, result)) => Reply {
            name: code.as_str(),
            result,
        },
        Err(error) => {
            eprintln!("{subject}: {error}");
            let message = format!("{subject} failed; the server's log says why");
            Reply {
                name: INTERNAL,
                result: message.into_bytes(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::results::facts::Facts;
    use serde_json::{Value, json};

    fn worker() -> Worker {
        // An empty directory is an empty store.
        let store = tempfile::tempdir().unwrap();
        Worker::new(LaunchContext {
            store: store.path().to_path_buf(),
            allowed: ["north".to_owned()].into(),
            min_trust: 0.5,
            configs: Vec::new(),
            scratch: None,
        })
        .unwrap()
    }

    fn answer(data: Value) -> Answer {
        Answer {
            data,
            summary: Vec::new(),
            facts: Facts::new("points", "0"),
            notices: Vec::new(),
            truncated: false,
        }
    }

    #[test]
    fn a_panic_in_a_call_is_an_internal_failure_and_the_worker_works_on() {
        let mut worker = worker();
        let outcome = worker.contained(|_| panic!("a bug"));
        let reply = reply("points", outcome, Revision::Session);
        assert_eq!(reply.name, INTERNAL);
        assert_eq!(reply.result, b"points failed; the server's log says why");
        assert_eq!(worker.contained(|_| Ok(vec![1])), Ok(vec![1]));
    }

    #[test]
    fn a_failure_the_model_can_act_on_is_a_result() {
        let refused = Err(ToolError::new(Code::NotFound, "nothing").into());
        let reply = reply("points", refused, Revision::Session);
        assert_eq!(reply.name, "not_found");
        let result: Value = serde_json::from_slice(&reply.result).unwrap();
        assert_eq!(result["isError"], true);
    }

    #[test]
    fn a_result_that_breaks_its_schema_or_names_another_facility_does_not_leave() {
        let worker = worker();
        let tool = tools::find("points").unwrap();
        let data =
            |id: &str| json!({"facility_id": id, "points": [], "count": 0, "n_equipment": 0});
        assert_eq!(worker.check_answer(tool, &answer(data("north"))), Ok(()));
        for wrong in [json!({}), data("south")] {
            let refused = worker.check_answer(tool, &answer(wrong));
            assert!(
                matches!(refused, Err(CallError::Internal(_))),
                "{refused:?}"
            );
        }
    }
}
