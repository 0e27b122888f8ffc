//! What each prompt asks for. A plan names the calls with their arguments as JSON, in the order
//! that lets each answer shape the next, and ends in the same two rules: cite facts, check the draft.

use serde_json::{Value, json};

use super::Chosen;
use crate::results::names::quoted;

const CITE: &str = "How to answer: say only what the tool results say. Close each sentence with the \
    ids of the facts behind it, in square brackets and whole, token included, as in \
    [F2@rule_run-1a2b3c4d5e]; the facts are listed with each result. Give a number only as a cited \
    fact gives it. What was declined, skipped or not evaluated was not judged: never report it as \
    fine. Pass on every NOTICE line. When a call is refused, or a tool named here is not offered, \
    tell me which part is missing and do not look for a way around it.";

const CHECK: &str = "Before you show the answer, call check_citations with it as text and all facts \
    of the results above together as facts; correct or drop every sentence it does not support.";

/// A task, its numbered steps, and the two closing rules.
fn plan(task: String, steps: &[String]) -> String {
    let steps: Vec<String> = steps
        .iter()
        .enumerate()
        .map(|(at, step)| format!("{}. {step}", at + 1))
        .collect();
    format!("{task}\n\n{}\n\n{CITE}\n\n{CHECK}", steps.join("\n"))
}

/// "Call TOOL with {arguments}".
fn call(tool: &str, arguments: Value) -> String {
    format!("Call {tool} with {arguments}")
}

pub(super) fn triage_ahu(chosen: &Chosen) -> String {
    let (facility, equip) = (&chosen.facility_id, &chosen.other);
    let this_unit = json!({"facility_id": facility, "equips": [equip]});
    plan(
        format!(
            "Find out what is wrong with the air handler {} of facility {}, how certain that is, and \
             what to do first.",
            quoted(equip),
            quoted(facility)
        ),
        &[
            call("points", json!({"facility_id": facility, "equip": equip}))
                + " to learn which points it has; what is not trended cannot be judged.",
            call("sensor_trust", this_unit.clone())
                + "; a fault that rests on a distrusted sensor is first of all a question about that sensor.",
            call("rule_run", this_unit.clone()) + " for its findings.",
            format!(
                "For the worst findings of severity fault or warn, five at most, call finding_detail with \
                 {this_unit} and each one's finding_id."
            ),
            "Write a triage of at most a page: probable causes in order, the hours of evidence behind \
             each, the inputs in doubt, and the first checks to make at the unit."
                .to_owned(),
        ],
    )
}

pub(super) fn rcx_executive_summary(chosen: &Chosen) -> String {
    let facility = &chosen.facility_id;
    plan(
        format!(
            "Write the executive summary of the retro-commissioning (RCx) report on facility {} for the \
             building's owner.",
            quoted(facility)
        ),
        &[
            call("rcx_report", json!({"facility_id": facility})) + ".",
            "Write two paragraphs at most, without jargon: the number of issues, the ones that matter \
             most with their equipment and cost (or why no cost is given), what depends on a sensor \
             being repaired first, and how much of the data the verdicts rest on. The report's own \
             fact ids (such as K1@summary- with its token) may be cited as well."
                .to_owned(),
        ],
    )
}

pub(super) fn explain_finding(chosen: &Chosen) -> String {
    let (facility, finding) = (&chosen.facility_id, &chosen.other);
    plan(
        format!(
            "Explain the finding {} of facility {} to the technician who has to act on it.",
            quoted(finding),
            quoted(facility)
        ),
        &[
            call("finding_detail", json!({"facility_id": facility, "finding_id": finding}))
                + ". If there is no such finding, call rule_run for the facility and take the id from there.",
            "Call rule_params with {\"rules\": [the finding's rule], \"detail\": true} for what each \
             parameter means and where its default comes from."
                .to_owned(),
            call("sensor_trust", json!({"facility_id": facility}))
                + ", with equips set to the finding's equipment, for the trust in its inputs.",
            "Explain what the rule tests, what it saw (hours and time spans), the threshold it used, how \
             far its inputs can be trusted, and what to look at in the trend to see it."
                .to_owned(),
        ],
    )
}

pub(super) fn check_savings_claim(chosen: &Chosen) -> String {
    let (facility, claim) = (&chosen.facility_id, &chosen.other);
    let subject = match claim.is_empty() {
        true => "Say what savings the M&V results support.".to_owned(),
        false => format!("The claim is: \"{}\"", claim.replace('"', "'")),
    };
    plan(
        format!(
            "Check a savings claim against the measurement and verification (M&V) results of facility {}. \
             {subject}",
            quoted(facility)
        ),
        &[
            call("mv_summary", json!({"facility_id": facility})) + ".",
            "Compare what is claimed with the avoided energy, the saving in percent, its uncertainty and \
             the fit of the baseline model. Say what was declined and why, whether a rebaseline is due, and \
             whether the reporting period leaves the conditions the baseline saw."
                .to_owned(),
            "Give one verdict (supported, partly supported, not supported) and what evidence would change it."
                .to_owned(),
        ],
    )
}

pub(super) fn data_quality_review(chosen: &Chosen) -> String {
    let facility = &chosen.facility_id;
    plan(
        format!(
            "Judge whether the data of facility {} can carry an analysis, before anyone relies on one.",
            quoted(facility)
        ),
        &[
            call("coverage", json!({"facility_id": facility, "group_by": "equip"}))
                + ", then once more with equips set to the worst few, without group_by, for their points and gaps.",
            call("sensor_trust", json!({"facility_id": facility})) + ".",
            "Write the review: coverage as a whole, the equipment and points with the worst gaps and when \
             these were, the sensors that are distrusted and why, and what to repair first, trending, \
             calibration and replacement kept apart."
                .to_owned(),
        ],
    )
}

pub(super) fn compare_equipment(chosen: &Chosen) -> String {
    let (facility, equips) = (&chosen.facility_id, &chosen.equips);
    let names: Vec<String> = equips.iter().map(|equip| quoted(equip)).collect();
    plan(
        format!(
            "Compare these units of facility {}: {}.",
            quoted(facility),
            names.join(", ")
        ),
        &[
            call("coverage", json!({"facility_id": facility, "equips": equips, "group_by": "equip"})) + ".",
            call("sensor_trust", json!({"facility_id": facility, "equips": equips})) + ".",
            call("rule_run", json!({"facility_id": facility, "equips": equips, "min_severity": "ok"}))
                + ", so that passes are listed beside faults.",
            "Make a table, one column a unit: coverage, sensor trust, and each rule's finding. A unit that \
             fails where its peers pass is the signal; a rule that was not judged on some is not a \
             difference. Name the unit to look at first, and why."
                .to_owned(),
        ],
    )
}

pub(super) fn sensor_trust_review(chosen: &Chosen) -> String {
    let facility = &chosen.facility_id;
    plan(
        format!(
            "List the sensors of facility {} that need attention, as the basis of a calibration work order.",
            quoted(facility)
        ),
        &[
            call("sensor_trust", json!({"facility_id": facility})) + ".",
            call("sensor_trust", json!({"facility_id": facility, "view": "report"}))
                + " for the points judged while their equipment runs.",
            call("rule_run", json!({"facility_id": facility}))
                + "; the caveats of a finding name the distrusted inputs it rests on.",
            "List each sensor under the trust floor or in doubt: equipment, role, score, the flags behind \
             the score, and the findings that wait for it. Put first what blocks most."
                .to_owned(),
        ],
    )
}

pub(super) fn plan_site_visit(chosen: &Chosen) -> String {
    let facility = &chosen.facility_id;
    plan(
        format!(
            "Plan a site visit to facility {}: where to go, in which order, what to check and what to bring.",
            quoted(facility)
        ),
        &[
            call("rcx_report", json!({"facility_id": facility})) + " for the issues in order of weight.",
            call("sensor_trust", json!({"facility_id": facility})) + " for the sensors to verify.",
            "For each of the three leading issues call finding_detail on one of its findings (rule_run \
             lists their ids), for the time spans to reproduce."
                .to_owned(),
            "Write the plan as a walk: stops by equipment, at each what to check and the reading that \
             confirms or rules out the issue; which sensors to hold against a reference instrument; and \
             which trends to pull before leaving."
                .to_owned(),
        ],
    )
}
