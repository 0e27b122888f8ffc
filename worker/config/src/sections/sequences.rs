//! `soo`: the sequences of operation that equipment is held to.

use crate::error::ConfigError;
use crate::place::{Members, Place};
use crate::surroundings::Surroundings;

const LIBRARY: [&str; 2] = ["g36_ahu", "g36_plant"];
const TESTS: [&str; 9] = ["lt", "le", "gt", "ge", "eq", "ne", "within", "off", "on"];

pub(super) fn check(config: &Members, around: &Surroundings) -> Result<(), ConfigError> {
    let Some(entries) = config.given("soo") else {
        return Ok(());
    };
    for entry in entries.list()? {
        let entry = entry.object()?;
        entry.required("class")?.text()?;
        if let Some(library) = entry.filled("library") {
            library.word(&LIBRARY)?;
            continue;
        }
        let spec = entry.required("spec")?;
        let name = spec.filled_text()?;
        let content = around.read_json(&spec, name)?;
        for clause in Place::named(format!("{} ({name})", spec.at()), &content).list()? {
            check_clause(&clause.object()?)?;
        }
    }
    Ok(())
}

/// Checks one clause: what must hold, and when.
fn check_clause(clause: &Members) -> Result<(), ConfigError> {
    clause.required("name")?;
    check_test(&clause.required("expect")?)?;
    clause
        .filled("when")
        .map_or(Ok(()), |when| check_test(&when))
}

fn check_test(test: &Place) -> Result<(), ConfigError> {
    let test = test.object()?;
    test.required("subject")?.role()?;
    test.required("op")?.word(&TESTS)?;
    test.given("ref").map(|role| role.role()).transpose()?;
    Ok(())
}
