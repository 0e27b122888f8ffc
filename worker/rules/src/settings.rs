//! A rule's parameters as the typed values its method works with.

use camber_model::Role;
use serde_json::{Map, Value};

use crate::check::{month, role_in};
use crate::declared::Declared;
use crate::parameter::{AUTO, Kind};
use crate::values::{AutoOr, Monthly, PerEquipment, Shares, Targets, Tiers};

/// Declares the parameters of a rule as a struct of typed values.
///
/// Each field is a parameter of that name, declared by an expression of the same type:
///
/// ```
/// use camber_rules::declared::{flag, number};
///
/// camber_rules::parameters! {
///     warn_pct: f64 = number(10.0, 2.0..=30.0)
///         .unit("% of running samples")
///         .about("Share from which the finding warns."),
///     fan_gate: bool = flag(true).about("Judges samples with the fan on only."),
/// }
///
/// let given = serde_json::json!({"warn_pct": 12});
/// let settings = Settings::read(given.as_object().unwrap());
/// assert_eq!((settings.warn_pct, settings.fan_gate), (12.0, true));
/// assert_eq!(Settings::DECLARED[0].unit, "% of running samples");
/// ```
#[macro_export]
macro_rules! parameters {
    ($($name:ident: $type:ty = $declared:expr),+ $(,)?) => {
        /// The parameters of the rule.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(
            non_snake_case,
            missing_docs,
            reason = "the names are those of configs, and each is described where it is declared"
        )]
        pub struct Settings {
            $(pub $name: $type,)+
        }

        impl Settings {
            /// The declarations, in the order they are listed to users.
            pub const DECLARED: &'static [$crate::parameter::Parameter] = &[
                $({
                    const DECLARED: $crate::declared::Declared<$type> = $declared;
                    DECLARED.named(stringify!($name))
                },)+
            ];

            /// The values in `given`, which passed the rule's check, and the defaults of the rest.
            pub fn read(given: &$crate::settings::Given) -> Self {
                Settings {
                    $($name: {
                        const DECLARED: $crate::declared::Declared<$type> = $declared;
                        $crate::settings::read(DECLARED, stringify!($name), given)
                    },)+
                }
            }
        }
    };
}

/// The parameters a config or a call gives, by name.
pub type Given = Map<String, Value>;

/// A type that a parameter's value reads as.
pub trait Setting: Default {
    /// What a value means, or `None` when it is of another form.
    fn from_json(kind: Kind, value: &Value) -> Option<Self>;
}

/// Reads one parameter.
#[doc(hidden)]
pub fn read<T: Setting>(declared: Declared<T>, name: &'static str, given: &Given) -> T {
    let parameter = declared.named(name);
    let standard = || {
        let default = parameter.default?.to_json(parameter.kind);
        T::from_json(parameter.kind, &default)
    };
    given
        .get(name)
        .and_then(|value| T::from_json(parameter.kind, value))
        .or_else(standard)
        .unwrap_or_default()
}

impl<T: Setting> Setting for Option<T> {
    fn from_json(kind: Kind, value: &Value) -> Option<Self> {
        T::from_json(kind, value).map(Some)
    }
}

impl Setting for f64 {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        value.as_f64()
    }
}

impl Setting for i64 {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        value
            .as_i64()
            .or_else(|| value.as_f64().map(|number| number as i64))
    }
}

impl Setting for bool {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Setting for &'static str {
    fn from_json(kind: Kind, value: &Value) -> Option<Self> {
        let Kind::Choice(words) = kind else {
            return None;
        };
        let given = value.as_str()?;
        words.iter().copied().find(|&word| word == given)
    }
}

impl Setting for AutoOr {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        match value.as_str() {
            Some(word) => (word == AUTO).then_some(AutoOr::Auto),
            None => value.as_f64().map(AutoOr::Number),
        }
    }
}

impl Setting for Vec<i64> {
    fn from_json(kind: Kind, value: &Value) -> Option<Self> {
        let items = value.as_array()?.iter();
        items.map(|item| i64::from_json(kind, item)).collect()
    }
}

impl Setting for Vec<Role> {
    fn from_json(kind: Kind, value: &Value) -> Option<Self> {
        let Kind::RoleList(among) = kind else {
            return None;
        };
        let mut roles = Vec::new();
        for item in value.as_array()? {
            let role = role_in(among, item)?;
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        Some(roles)
    }
}

impl Setting for Tiers {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        let depth = |key| value.get(key).and_then(Value::as_f64);
        Some(Tiers {
            info: depth("info")?,
            warn: depth("warn")?,
            fault: depth("fault")?,
        })
    }
}

impl Setting for Shares {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        let share = |key| value.get(key).and_then(Value::as_f64);
        Some(Shares {
            warn: share("warn")?,
            fault: share("fault")?,
        })
    }
}

impl Setting for Monthly {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        let members = value.as_object()?.iter();
        members
            .map(|(key, number)| Some((month(key)?, number.as_f64()?)))
            .collect()
    }
}

impl Setting for PerEquipment {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        let Some(members) = value.as_object() else {
            return value.as_f64().map(PerEquipment::All);
        };
        members
            .iter()
            .map(|(equip, number)| Some((equip.clone(), number.as_f64()?)))
            .collect::<Option<_>>()
            .map(PerEquipment::Each)
    }
}

impl Default for PerEquipment {
    fn default() -> Self {
        PerEquipment::Each(Default::default())
    }
}

impl Setting for Targets {
    fn from_json(_: Kind, value: &Value) -> Option<Self> {
        value.as_object().cloned()
    }
}
