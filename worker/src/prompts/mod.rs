//! The prompts: ready-made starting points a person picks, each a short plan over the tools.

mod workflows;

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::results::names::one_line;

/// The longest id a prompt takes, in characters.
pub const MAX_ID: usize = 200;
/// The longest claim a prompt takes, in characters.
pub const MAX_CLAIM: usize = 1000;
/// The most equipment one prompt compares.
pub const MAX_EQUIPS: usize = 20;

/// One prompt, as prompts/list shows it.
#[derive(Debug, Serialize)]
pub struct PromptSpec {
    /// Its name.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What it needs.
    pub arguments: &'static [PromptArgument],
    #[serde(skip)]
    plan: fn(&Chosen) -> String,
}

/// One argument of a prompt.
#[derive(Debug, Serialize)]
pub struct PromptArgument {
    /// Its name.
    pub name: &'static str,
    /// What to put in.
    pub description: &'static str,
    /// Whether the prompt needs it.
    pub required: bool,
    #[serde(skip)]
    kind: Kind,
}

/// What an argument holds, and so how long it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Id,
    Ids,
    Claim,
}

/// A filled-in prompt, in the shape prompts/get replies with.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PromptMessages {
    /// What the prompt does.
    pub description: &'static str,
    /// The conversation to start with.
    pub messages: Vec<PromptMessage>,
}

/// One message of a filled-in prompt.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PromptMessage {
    /// Who says it: always `user` here.
    pub role: &'static str,
    /// What is said.
    pub content: TextContent,
}

/// Text in a message.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct TextContent {
    /// `text`.
    pub r#type: &'static str,
    /// The text.
    pub text: String,
}

/// Why a prompt cannot be filled in; each is an invalid-params error (-32602).
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// There is no prompt of this name.
    #[error("Unknown prompt: {0}")]
    Unknown(String),
    /// The prompt has no such argument.
    #[error("prompt {prompt} has no argument {name:?}; it takes {takes}")]
    UnknownArgument {
        /// The prompt.
        prompt: &'static str,
        /// The argument given.
        name: String,
        /// Those it has.
        takes: String,
    },
    /// A needed argument is absent or blank.
    #[error("prompt {prompt} needs the argument {name}: {description}")]
    Missing {
        /// The prompt.
        prompt: &'static str,
        /// The argument.
        name: &'static str,
        /// What to put in.
        description: &'static str,
    },
    /// An argument is not a string.
    #[error("the prompt argument {0} must be a string")]
    NotAString(&'static str),
    /// An argument is longer than it may be.
    #[error("the prompt argument {name} takes at most {most} characters{each}, got {length}")]
    TooLong {
        /// The argument.
        name: &'static str,
        /// The most characters.
        most: usize,
        /// ` an id` for a list of ids.
        each: &'static str,
        /// The characters given.
        length: usize,
    },
    /// A list of equipment is too short or too long to compare.
    #[error("equips takes 2 to {MAX_EQUIPS} different comma-separated equipment ids, got {0}")]
    EquipCount(usize),
}

/// The arguments of one prompts/get, checked: each on one line, within its length.
struct Chosen {
    facility_id: String,
    /// The prompt's second argument; empty when it has none or it was left out.
    other: String,
    equips: Vec<String>,
}

const FACILITY: PromptArgument = PromptArgument {
    name: "facility_id",
    description: "the facility's id, as the facilities tool lists it",
    required: true,
    kind: Kind::Id,
};

/// Every prompt, by name.
pub fn all() -> &'static [PromptSpec] {
    &ALL
}

/// The prompt of this name.
pub fn find(name: &str) -> Option<&'static PromptSpec> {
    ALL.iter().find(|prompt| prompt.name == name)
}

/// The array prompts/list shows, as JSON.
pub fn listing() -> &'static str {
    static LISTING: LazyLock<String> = LazyLock::new(|| json!(all()).to_string());
    &LISTING
}

/// Fills in a prompt.
///
/// # Errors
/// A [`PromptError`] when there is no such prompt or an argument is unknown, missing, not a
/// string or too long. Nothing is ever cut to fit.
pub fn get(name: &str, arguments: &Map<String, Value>) -> Result<PromptMessages, PromptError> {
    let Some(prompt) = find(name) else {
        return Err(PromptError::Unknown(one_line(name, MAX_ID).into_owned()));
    };
    let text = (prompt.plan)(&chosen(prompt, arguments)?);
    let content = TextContent {
        r#type: "text",
        text,
    };
    Ok(PromptMessages {
        description: prompt.description,
        messages: vec![PromptMessage {
            role: "user",
            content,
        }],
    })
}

fn chosen(prompt: &PromptSpec, arguments: &Map<String, Value>) -> Result<Chosen, PromptError> {
    for name in arguments.keys() {
        if !prompt.arguments.iter().any(|known| known.name == name) {
            let takes: Vec<&str> = prompt.arguments.iter().map(|known| known.name).collect();
            return Err(PromptError::UnknownArgument {
                prompt: prompt.name,
                name: one_line(name, 60).into_owned(),
                takes: takes.join(", "),
            });
        }
    }
    let mut chosen = Chosen {
        facility_id: String::new(),
        other: String::new(),
        equips: Vec::new(),
    };
    for argument in prompt.arguments {
        let text = text_of(prompt, argument, arguments)?;
        match (argument.name, argument.kind) {
            ("facility_id", _) => chosen.facility_id = text,
            (_, Kind::Ids) => chosen.equips = ids(argument, &text)?,
            (_, Kind::Id | Kind::Claim) => chosen.other = text,
        }
    }
    Ok(chosen)
}

/// The argument on one line; empty when it is optional and absent.
fn text_of(
    prompt: &PromptSpec,
    argument: &PromptArgument,
    arguments: &Map<String, Value>,
) -> Result<String, PromptError> {
    let given = match arguments.get(argument.name) {
        None => "",
        Some(Value::String(text)) => text,
        Some(_) => return Err(PromptError::NotAString(argument.name)),
    };
    let most = match argument.kind {
        Kind::Id => MAX_ID,
        Kind::Claim => MAX_CLAIM,
        Kind::Ids => usize::MAX,
    };
    check_length(argument, given, most, "")?;
    let text = one_line(given, usize::MAX).into_owned();
    if argument.required && text.is_empty() {
        return Err(PromptError::Missing {
            prompt: prompt.name,
            name: argument.name,
            description: argument.description,
        });
    }
    Ok(text)
}

fn ids(argument: &PromptArgument, text: &str) -> Result<Vec<String>, PromptError> {
    let mut ids: Vec<String> = Vec::new();
    for id in text.split(',').map(str::trim).filter(|id| !id.is_empty()) {
        check_length(argument, id, MAX_ID, " an id")?;
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }
    match ids.len() {
        2..=MAX_EQUIPS => Ok(ids),
        count => Err(PromptError::EquipCount(count)),
    }
}

fn check_length(
    argument: &PromptArgument,
    text: &str,
    most: usize,
    each: &'static str,
) -> Result<(), PromptError> {
    match text.chars().count() {
        length if length > most => Err(PromptError::TooLong {
            name: argument.name,
            most,
            each,
            length,
        }),
        _ => Ok(()),
    }
}

static ALL: [PromptSpec; 8] = [
    PromptSpec {
        name: "check_savings_claim",
        title: "Check a savings claim",
        description: "Hold a claimed energy saving against the facility's measurement and \
                      verification results: avoided energy, uncertainty, model fit, what was declined.",
        arguments: &[
            FACILITY,
            PromptArgument {
                name: "claim",
                description: "the claim, in a sentence; without one the M&V results are summed up",
                required: false,
                kind: Kind::Claim,
            },
        ],
        plan: workflows::check_savings_claim,
    },
    PromptSpec {
        name: "compare_equipment",
        title: "Compare equipment",
        description: "Put two to twenty units of one facility side by side: data coverage, sensor \
                      trust, and what each rule found on each.",
        arguments: &[
            FACILITY,
            PromptArgument {
                name: "equips",
                description: "two to twenty equipment ids, separated by commas",
                required: true,
                kind: Kind::Ids,
            },
        ],
        plan: workflows::compare_equipment,
    },
    PromptSpec {
        name: "data_quality_review",
        title: "Data quality review",
        description: "Judge whether a facility's data can carry an analysis: coverage, gaps and \
                      sensor trust, with what to repair first.",
        arguments: &[FACILITY],
        plan: workflows::data_quality_review,
    },
    PromptSpec {
        name: "explain_finding",
        title: "Explain a finding",
        description: "Say in plain words what one finding means: what the rule tests, what it saw \
                      and when, its threshold, and how far its inputs can be trusted.",
        arguments: &[
            FACILITY,
            PromptArgument {
                name: "finding_id",
                description: "the finding's id, as rule_run lists it",
                required: true,
                kind: Kind::Id,
            },
        ],
        plan: workflows::explain_finding,
    },
    PromptSpec {
        name: "plan_site_visit",
        title: "Plan a site visit",
        description: "Turn the ranked issues and doubtful sensors of a facility into a walk order: \
                      what to check at each stop and which reading settles it.",
        arguments: &[FACILITY],
        plan: workflows::plan_site_visit,
    },
    PromptSpec {
        name: "rcx_executive_summary",
        title: "RCx executive summary",
        description: "Write the opening page of a facility's retro-commissioning report for its \
                      owner, every statement cited.",
        arguments: &[FACILITY],
        plan: workflows::rcx_executive_summary,
    },
    PromptSpec {
        name: "sensor_trust_review",
        title: "Sensor trust review",
        description: "List the sensors to calibrate or replace, why each is doubted, and which \
                      findings wait for it.",
        arguments: &[FACILITY],
        plan: workflows::sensor_trust_review,
    },
    PromptSpec {
        name: "triage_ahu",
        title: "Triage an air handler",
        description: "Find out what is wrong with one air handler: its points, the trust in its \
                      sensors, its findings and the evidence of the worst, ranked.",
        arguments: &[
            FACILITY,
            PromptArgument {
                name: "equip",
                description: "the air handler's equipment id, as the points tool lists it",
                required: true,
                kind: Kind::Id,
            },
        ],
        plan: workflows::triage_ahu,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    fn text(name: &str, value: Value) -> String {
        let mut prompt = get(name, &arguments(value)).unwrap();
        assert_eq!(prompt.messages.len(), 1);
        prompt.messages.remove(0).content.text
    }

    fn error(name: &str, value: Value) -> PromptError {
        get(name, &arguments(value)).unwrap_err()
    }

    #[test]
    fn the_prompts_are_sorted_by_name() {
        let names: Vec<&str> = all().iter().map(|prompt| prompt.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }

    #[test]
    fn every_prompt_names_its_arguments_the_facts_rule_and_the_last_check() {
        for prompt in all() {
            let given: Map<String, Value> = prompt
                .arguments
                .iter()
                .map(|argument| {
                    (
                        argument.name.to_owned(),
                        Value::from(format!("x{0}, y{0}", argument.name)),
                    )
                })
                .collect();
            let text = get(prompt.name, &given)
                .unwrap()
                .messages
                .remove(0)
                .content
                .text;
            for argument in prompt.arguments {
                assert!(
                    text.contains(&format!("x{}", argument.name)),
                    "{}: {}",
                    prompt.name,
                    argument.name
                );
            }
            assert!(text.contains("[F2@rule_run-1a2b3c4d5e]"), "{}", prompt.name);
            assert!(text.contains("check_citations"), "{}", prompt.name);
        }
    }

    #[test]
    fn a_reply_has_the_shape_of_prompts_get() {
        let prompt = get(
            "data_quality_review",
            &arguments(json!({"facility_id": "f"})),
        )
        .unwrap();
        let reply = serde_json::to_value(prompt).unwrap();
        assert_eq!(reply["messages"][0]["role"], "user");
        assert_eq!(reply["messages"][0]["content"]["type"], "text");
        assert!(reply["description"].as_str().unwrap().contains("coverage"));
    }

    #[test]
    fn the_listing_shows_no_inner_field() {
        let listing: Value = serde_json::from_str(listing()).unwrap();
        assert_eq!(
            listing[3],
            json!({
                "name": "explain_finding",
                "title": "Explain a finding",
                "description": find("explain_finding").unwrap().description,
                "arguments": [
                    {"name": "facility_id", "description": FACILITY.description, "required": true},
                    {"name": "finding_id", "description": "the finding's id, as rule_run lists it", "required": true},
                ],
            })
        );
    }

    #[test]
    fn a_value_stays_on_its_line_and_goes_into_calls_as_json() {
        let text = text(
            "triage_ahu",
            json!({"facility_id": "f", "equip": "A\n\"B\"\u{202e}\\ C"}),
        );
        assert!(
            text.contains(r#"{"facility_id":"f","equips":["A \"B\"\\ C"]}"#),
            "{text}"
        );
        assert!(!text.contains('\u{202e}'));
    }

    #[test]
    fn an_argument_unknown_missing_blank_or_not_a_string_is_refused() {
        assert_eq!(
            error(
                "plan_site_visit",
                json!({"facility_id": "f", "when": "now"})
            )
            .to_string(),
            "prompt plan_site_visit has no argument \"when\"; it takes facility_id"
        );
        let missing = "prompt triage_ahu needs the argument equip: the air handler's equipment id, \
                       as the points tool lists it";
        assert_eq!(
            error("triage_ahu", json!({"facility_id": "f"})).to_string(),
            missing
        );
        assert_eq!(
            error("triage_ahu", json!({"facility_id": "f", "equip": " \n"})).to_string(),
            missing
        );
        assert_eq!(
            error("triage_ahu", json!({"facility_id": 5, "equip": "a"})),
            PromptError::NotAString("facility_id")
        );
        assert_eq!(
            error("triage", json!({})),
            PromptError::Unknown("triage".to_owned())
        );
    }

    #[test]
    fn lengths_are_refused_beyond_and_never_cut() {
        let id = |length: usize| "ü".repeat(length);
        assert!(text("data_quality_review", json!({"facility_id": id(200)})).contains(&id(200)));
        assert_eq!(
            error("data_quality_review", json!({"facility_id": id(201)})).to_string(),
            "the prompt argument facility_id takes at most 200 characters, got 201"
        );
        let claim = |length: usize| json!({"facility_id": "f", "claim": id(length)});
        assert!(text("check_savings_claim", claim(1000)).contains(&id(1000)));
        assert!(matches!(
            error("check_savings_claim", claim(1001)),
            PromptError::TooLong {
                name: "claim",
                most: 1000,
                length: 1001,
                ..
            }
        ));
        let equips = |ids: Vec<String>| json!({"facility_id": "f", "equips": ids.join(",")});
        let twenty: Vec<String> = (0..20).map(|n| format!("{n}{}", id(198))).collect();
        assert!(text("compare_equipment", equips(twenty.clone())).contains(&twenty[19]));
        let more = [twenty, vec!["u".to_owned()]].concat();
        assert_eq!(
            error("compare_equipment", equips(more)),
            PromptError::EquipCount(21)
        );
        assert_eq!(
            error("compare_equipment", equips(vec!["a".into(), id(201)])).to_string(),
            "the prompt argument equips takes at most 200 characters an id, got 201"
        );
        assert_eq!(
            error(
                "compare_equipment",
                json!({"facility_id": "f", "equips": "a, a,"})
            ),
            PromptError::EquipCount(1)
        );
    }

    #[test]
    fn an_optional_claim_may_be_left_out() {
        let without = text("check_savings_claim", json!({"facility_id": "f"}));
        let with = text(
            "check_savings_claim",
            json!({"facility_id": "f", "claim": "saved 12 %"}),
        );
        assert!(with.contains("\"saved 12 %\"") && !without.contains("claim is"));
    }
}
