//! What a rule is, declared once: what it finds, the equipment it is for, the inputs it needs
//! and its parameters.

use camber_model::{Family, Role};
use serde_json::Value;

use crate::check;
use crate::error::{ParameterError, excerpt, plain};
use crate::parameter::{DefaultValue, Parameter};
use crate::settings::Given;

/// A rule, or a drift detector.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name in configs and findings.
    pub name: &'static str,
    /// Whether it judges one equipment or many together.
    pub scope: Scope,
    /// What it finds, in one line.
    pub finds: &'static str,
    /// The families of equipment it is for; empty for any that has its inputs.
    pub families: &'static [Family],
    /// The inputs it reads.
    pub inputs: Inputs,
    /// Its own parameters.
    pub parameters: &'static [Parameter],
    /// The rule that judges for it and takes its further parameters.
    pub delegate: Option<&'static Rule>,
    /// What a config may give beside the parameters.
    pub extras: &'static [Extra],
    /// How the values of two parameters must relate.
    pub relations: &'static [Relation],
    /// The thresholds that are no parameters, in one line; empty when there is nothing to tell.
    pub fixed: &'static str,
}

/// How much a rule looks at to reach one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One equipment.
    Equipment,
    /// All equipment that has the inputs.
    Fleet,
    /// One equipment over two periods: a drift detector.
    Periods,
}

/// The roles a rule reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Without one of these the rule does not run.
    pub required: &'static [Role],
    /// Without one role of each of these groups the rule does not run.
    pub any_of: &'static [&'static [Role]],
    /// Read where present; a sub-check without its input is not judged.
    pub optional: &'static [Role],
    /// Optional roles of which the rule needs one of each group to reach a verdict. Below the
    /// trust floor they decline the rule as a required role does.
    pub decisive: &'static [&'static [Role]],
    /// Read to price a finding, never to judge.
    pub cost: &'static [Role],
}

impl Inputs {
    /// No roles at all.
    pub const NONE: Inputs = Inputs {
        required: &[],
        any_of: &[],
        optional: &[],
        decisive: &[],
        cost: &[],
    };
}

/// Something a config may give beside the parameters: a structure, or a name that older configs
/// carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The name in configs.
    pub name: &'static str,
    /// The form it must have; null is always taken.
    pub form: Form,
}

/// The form of an [`Extra`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A text.
    Text,
    /// An object of texts.
    Texts,
    /// An object of finite numbers.
    Numbers,
    /// An object of lists of texts.
    TextLists,
    /// Anything: it is not read.
    Unread,
}

/// How the values of two parameters must relate. Unset values relate to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is at most the second.
    AtMost(&'static str, &'static str),
    /// The first is below the second.
    Below(&'static str, &'static str),
    /// The first, unless it is empty, needs the second.
    Needs(&'static str, &'static str),
    /// The first, when it is this word, needs the second to be there and not empty.
    NeedsFor(&'static str, &'static str, &'static str),
}

impl Rule {
    /// A rule that judges one equipment at a time.
    pub const fn per_equipment(name: &'static str) -> Rule {
        Rule {
            name,
            scope: Scope::Equipment,
            finds: "",
            families: &[],
            inputs: Inputs::NONE,
            parameters: &[],
            delegate: None,
            extras: &[],
            relations: &[],
            fixed: "",
        }
    }

    /// A rule that judges all equipment together.
    pub const fn fleet(name: &'static str) -> Rule {
        Rule {
            scope: Scope::Fleet,
            ..Rule::per_equipment(name)
        }
    }

    /// A drift detector, which compares a period of one equipment with its baseline.
    pub const fn drift(name: &'static str) -> Rule {
        Rule {
            scope: Scope::Periods,
            ..Rule::per_equipment(name)
        }
    }

    /// What it finds, in one line.
    pub const fn finds(self, finds: &'static str) -> Rule {
        Rule { finds, ..self }
    }

    /// The families of equipment it is for.
    pub const fn families(self, families: &'static [Family]) -> Rule {
        Rule { families, ..self }
    }

    /// The inputs it reads.
    pub const fn inputs(self, inputs: Inputs) -> Rule {
        Rule { inputs, ..self }
    }

    /// Its parameters: `Settings::DECLARED`.
    pub const fn parameters(self, parameters: &'static [Parameter]) -> Rule {
        Rule { parameters, ..self }
    }

    /// The rule that judges for it.
    pub const fn delegates_to(self, rule: &'static Rule) -> Rule {
        Rule {
            delegate: Some(rule),
            ..self
        }
    }

    /// What a config may give beside the parameters.
    pub const fn extras(self, extras: &'static [Extra]) -> Rule {
        Rule { extras, ..self }
    }

    /// How parameters must relate.
    pub const fn relations(self, relations: &'static [Relation]) -> Rule {
        Rule { relations, ..self }
    }

    /// The thresholds that are no parameters.
    pub const fn fixed(self, fixed: &'static str) -> Rule {
        Rule { fixed, ..self }
    }

    /// Every parameter a user may set, those of the rule it delegates to last.
    pub fn tunable(&self) -> impl Iterator<Item = &'static Parameter> {
        let delegated = self.delegate.map_or(&[][..], |rule| rule.parameters);
        self.parameters.iter().chain(delegated)
    }

    /// The parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.tunable().find(|parameter| parameter.name == name)
    }

    /// What a config may give beside the parameters, the delegate's included.
    fn all_extras(&self) -> impl Iterator<Item = &'static Extra> {
        let delegated = self.delegate.map_or(&[][..], |rule| rule.extras);
        self.extras.iter().chain(delegated)
    }

    /// Checks what a config gives for this rule: `params` by parameter name and, by parameter
    /// name too, the `basis` of values.
    ///
    /// # Errors
    /// Everything that is wrong, in the order it was given.
    pub fn check(&self, params: &Given, basis: &Given) -> Result<(), Vec<ParameterError>> {
        let mut errors = Vec::new();
        for (name, text) in basis {
            errors.extend(self.check_basis(name, text, params).err());
        }
        for (name, value) in params {
            errors.extend(
                self.check_value(name, value, basis.contains_key(name))
                    .err(),
            );
        }
        if errors.is_empty() {
            for relation in self.relations {
                errors.extend(self.check_relation(*relation, params).err());
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    fn check_basis(&self, name: &str, text: &Value, params: &Given) -> Result<(), ParameterError> {
        if self.parameter(name).is_none() && !params.contains_key(name) {
            return Err(self.unknown(name));
        }
        match text {
            Value::String(text) if !text.trim().is_empty() => Ok(()),
            _ => Err(ParameterError::Basis {
                rule: self.name,
                parameter: name.to_owned(),
                given: excerpt(text),
            }),
        }
    }

    fn check_value(&self, name: &str, value: &Value, based: bool) -> Result<(), ParameterError> {
        if let Some(parameter) = self.parameter(name) {
            return check::value(self.name, parameter, value, based);
        }
        match self.all_extras().find(|extra| extra.name == name) {
            Some(extra) => check::extra(self.name, extra, value),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> ParameterError {
        let known: Vec<&str> = self.tunable().map(|parameter| parameter.name).collect();
        ParameterError::Unknown {
            rule: self.name,
            name: name.to_owned(),
            known: match known.is_empty() {
                true => "none".to_owned(),
                false => known.join(", "),
            },
        }
    }

    fn check_relation(&self, relation: Relation, params: &Given) -> Result<(), ParameterError> {
        let number = |name: &str| {
            let given = params.get(name).and_then(Value::as_f64);
            given.or_else(|| match self.parameter(name)?.default? {
                DefaultValue::Number(number) => Some(number),
                _ => None,
            })
        };
        let is_set = |name: &str| match params.get(name) {
            None | Some(Value::Null) => false,
            Some(Value::Object(members)) => !members.is_empty(),
            Some(_) => true,
        };
        let incomplete = |parameter, other| ParameterError::Incomplete {
            rule: self.name,
            parameter,
            other,
        };
        match relation {
            Relation::AtMost(low, high) => match (number(low), number(high)) {
                (Some(a), Some(b)) if a > b => Err(self.unordered(low, a, "at most", high, b)),
                _ => Ok(()),
            },
            Relation::Below(low, high) => match (number(low), number(high)) {
                (Some(a), Some(b)) if a >= b => Err(self.unordered(low, a, "below", high, b)),
                _ => Ok(()),
            },
            Relation::Needs(one, other) if is_set(one) && !is_set(other) => {
                Err(incomplete(one, other))
            }
            Relation::NeedsFor(one, word, other)
                if params.get(one).and_then(Value::as_str) == Some(word) && !is_set(other) =>
            {
                Err(incomplete(one, other))
            }
            Relation::Needs(..) | Relation::NeedsFor(..) => Ok(()),
        }
    }

    fn unordered(
        &self,
        parameter: &'static str,
        value: f64,
        order: &str,
        other: &'static str,
        bound: f64,
    ) -> ParameterError {
        ParameterError::Relation {
            rule: self.name,
            parameter,
            given: plain(value),
            accepted: format!("{order} {other} ({})", plain(bound)),
        }
    }
}
