//! Numbers that JSON does not have, as text: `inf`, `-inf`, `nan`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Number {
    Finite(f64),
    Other(Other),
}

#[derive(Serialize, Deserialize)]
enum Other {
    #[serde(rename = "inf")]
    Infinity,
    #[serde(rename = "-inf")]
    NegativeInfinity,
    #[serde(rename = "nan")]
    NotANumber,
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        match value {
            value if value.is_finite() => Self::Finite(value),
            f64::INFINITY => Self::Other(Other::Infinity),
            f64::NEG_INFINITY => Self::Other(Other::NegativeInfinity),
            _ => Self::Other(Other::NotANumber),
        }
    }
}

impl From<Number> for f64 {
    fn from(number: Number) -> Self {
        match number {
            Number::Finite(value) => value,
            Number::Other(Other::Infinity) => Self::INFINITY,
            Number::Other(Other::NegativeInfinity) => Self::NEG_INFINITY,
            Number::Other(Other::NotANumber) => Self::NAN,
        }
    }
}

/// What stands there instead is named, not the variants that were tried.
fn parse<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
        .map_err(|_| serde::de::Error::custom("expected a number, or one of the texts inf, -inf and nan"))
}

pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number::from(*value).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    parse::<D, Number>(deserializer).map(f64::from)
}

/// A number or none.
pub(super) mod optional {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Number::from).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Ok(parse::<D, Option<Number>>(deserializer)?.map(f64::from))
    }
}

/// A list of numbers.
pub(super) mod list {
    use super::*;

    pub(in super::super) fn serialize<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|value| Number::from(*value)))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        Ok(parse::<D, Vec<Number>>(deserializer)?.into_iter().map(f64::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{Candidate, Decision, Outcome, Value};
    use crate::{Seat, SeatSet};

    #[test]
    fn numbers_that_json_lacks_come_back() {
        let candidate = |score| Candidate { action: "go".to_owned(), score };
        let decision = Decision {
            seat: Seat(0),
            branch: String::new(),
            candidates: [f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1, f64::MAX].map(candidate).to_vec(),
            nodes: Some(u64::MAX),
            depth: None,
            belief_floor: Some(f64::INFINITY),
        };
        let outcome = Outcome {
            winners: SeatSet::NONE,
            reason: String::new(),
            text: String::new(),
            scores: vec![f64::NEG_INFINITY, 1e-300],
        };
        let text = serde_json::to_string(&(&decision, &outcome, Value::Number(f64::INFINITY))).expect("JSON");
        assert!(text.contains("{\"number\":\"inf\"}") && !text.contains("null,\"belief_floor\":null"), "{text}");
        let back: (Decision, Outcome, Value) = serde_json::from_str(&text).expect("as written");
        assert_eq!(back, (decision, outcome, Value::Number(f64::INFINITY)));
        let nan: Value =
            serde_json::from_str(&serde_json::to_string(&Value::Number(f64::NAN)).expect("JSON")).expect("back");
        assert!(matches!(nan, Value::Number(value) if value.is_nan()));
        let error = serde_json::from_str::<Value>("{\"number\":\"one\"}").expect_err("no number");
        assert!(error.to_string().contains("expected a number"), "{error}");
    }
}
