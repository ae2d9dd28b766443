//! Rule knobs as one table per game, settings as one table per agent: names, values, meanings, how to set and read each.

use fogreel_engine::data::Setting;
use fogreel_engine::{ConfigError, KnobInfo, KnobValues, nearest};

/// One knob of the knob set `K`.
pub(crate) struct Knob<K> {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) values: KnobValues,
    /// Sets the knob, or says why the value does not fit.
    pub(crate) set: fn(&mut K, &str) -> Result<(), String>,
    pub(crate) get: fn(&K) -> String,
}

/// A value out of a fixed list of names.
pub(crate) trait Choice: Copy + Sized + 'static {
    /// Every value with its name and meaning.
    const CHOICES: &'static [(Self, &'static str, &'static str)];
    /// Names and meanings.
    const NAMES: &'static [(&'static str, &'static str)];

    fn name(self) -> &'static str;

    fn parse(text: &str) -> Result<Self, String> {
        Self::CHOICES.iter().find(|(_, name, _)| *name == text).map(|(value, ..)| *value).ok_or_else(|| {
            let names: Vec<&str> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            let meant = nearest(text, names.iter().copied()).map(|name| format!(" (did you mean `{name}`?)"));
            format!("`{text}` is none of its values{}; there is: {}", meant.unwrap_or_default(), names.join(", "))
        })
    }
}

/// Declares a knob's values: an enum whose variants have a name and a meaning.
macro_rules! choice {
    ($(#[$doc:meta])* $vis:vis $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal: $meaning:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $type { $(#[doc = $meaning] $variant),+ }

        impl $crate::knobs::Choice for $type {
            const CHOICES: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$variant, $name, $meaning)),+];
            const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $meaning)),+];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

/// An entry of the table for a field that holds a [`Choice`].
macro_rules! choice_knob {
    ($field:ident: $type:ty, $summary:literal) => {
        $crate::knobs::Knob {
            name: stringify!($field),
            summary: $summary,
            values: fogreel_engine::KnobValues::Choice(<$type as $crate::knobs::Choice>::NAMES),
            set: |knobs, text| <$type as $crate::knobs::Choice>::parse(text).map(|value| knobs.$field = value),
            get: |knobs| $crate::knobs::Choice::name(knobs.$field).to_owned(),
        }
    };
}

/// An entry of the table for a field that holds a whole number.
macro_rules! integer_knob {
    ($field:ident: $least:literal..=$most:literal, $summary:literal) => {
        $crate::knobs::Knob {
            name: stringify!($field),
            summary: $summary,
            values: fogreel_engine::KnobValues::Integer($least, $most),
            set: |knobs, text| match text.parse::<u32>() {
                Ok(value) if ($least..=$most).contains(&value) => {
                    knobs.$field = value;
                    Ok(())
                }
                _ => Err(format!("expected a whole number from {} to {}, found `{text}`", $least, $most)),
            },
            get: |knobs| knobs.$field.to_string(),
        }
    };
}

/// An entry of the table for a field that holds a number.
macro_rules! number_knob {
    ($field:ident: $least:literal..=$most:literal, $summary:literal) => {
        $crate::knobs::Knob {
            name: stringify!($field),
            summary: $summary,
            values: fogreel_engine::KnobValues::Number($least, $most),
            set: |knobs, text| match text.parse::<f64>() {
                Ok(value) if ($least..=$most).contains(&value) => {
                    knobs.$field = value;
                    Ok(())
                }
                _ => Err(format!("expected a number from {} to {}, found `{text}`", $least, $most)),
            },
            get: |knobs| knobs.$field.to_string(),
        }
    };
}

pub(crate) use {choice, choice_knob, integer_knob, number_knob};

/// Applies settings in order; a later one wins. `kind` says what they are in errors: `knob`, or `setting of` an agent.
pub(crate) fn set_all<K>(
    kind: impl Fn() -> String,
    table: &[Knob<K>],
    knobs: &mut K,
    settings: &[Setting],
) -> Result<(), ConfigError> {
    for Setting { name, value } in settings {
        let knob = table
            .iter()
            .find(|knob| knob.name == name)
            .ok_or_else(|| ConfigError::unknown(&kind(), name, table.iter().map(|knob| knob.name)))?;
        (knob.set)(knobs, value).map_err(|why| ConfigError::invalid(format!("{} `{name}`", kind()), why))?;
    }
    Ok(())
}

/// Every knob with its value.
pub(crate) fn resolved<K>(table: &[Knob<K>], knobs: &K) -> Vec<Setting> {
    table.iter().map(|knob| Setting::new(knob.name, (knob.get)(knobs))).collect()
}

/// What people can be told about the table, with the values under each preset.
pub(crate) fn infos<K>(table: &[Knob<K>], presets: &[K]) -> Vec<KnobInfo> {
    table
        .iter()
        .map(|knob| KnobInfo {
            name: knob.name,
            summary: knob.summary,
            values: knob.values.clone(),
            defaults: presets.iter().map(knob.get).collect(),
        })
        .collect()
}
