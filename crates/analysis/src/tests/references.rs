//! References beside an agent's beliefs, with a model made by hand.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Quality};
use fogreel_engine::{End, Header, Observer, ObserverError, Record, Seat};
use fogreel_inference::{ReferenceError, ReferenceModel, Rejected, Told};

use super::fixture::{GUARD, header, record, spread};
use crate::{References, WithReferences, stored_references};

/// Believes in the cell (0,1), until a record at which it gives up.
struct Hand {
    gives_up_at: u32,
    seen: Vec<u32>,
}

fn hand(gives_up_at: u32) -> Box<dyn ReferenceModel> {
    Box::new(Hand { gives_up_at, seen: Vec::new() })
}

fn reference_key() -> BeliefKey {
    BeliefKey::new("guard", "thief", "reference:hand")
}

impl ReferenceModel for Hand {
    fn seat(&self) -> Seat {
        GUARD
    }

    fn model(&self) -> &str {
        "hand"
    }

    fn observe(&mut self, told: Told<'_>) -> Result<f64, ReferenceError> {
        assert_eq!((told.view.seat, told.own_action), (GUARD, Some("look")), "what its seat was told, and no more");
        if told.index >= self.gives_up_at {
            let reason = Rejected::Impossible { channel: "sight" };
            return Err(ReferenceError::Rejected { record: told.index, turn: told.turn, model: "hand".into(), reason });
        }
        self.seen.push(told.index);
        Ok(0.0)
    }

    fn beliefs(&self) -> Vec<Belief> {
        let kind = BeliefKind::Categorical(spread(&[((0, 1), 1.0)]));
        vec![Belief { key: reference_key(), quality: Quality::Exact, kind }]
    }

    fn opponent_models(&self) -> Vec<(String, f64)> {
        vec![("hand".to_owned(), 0.75), ("foot".to_owned(), 0.25)]
    }
}

fn at(index: u32) -> Record {
    record(index, BeliefKind::Categorical(spread(&[((2, 3), 1.0)])))
}

/// Keeps what it is told.
#[derive(Default)]
struct Kept(Vec<Record>);

impl Observer for Kept {
    fn begin(&mut self, _: &Header) -> Result<(), ObserverError> {
        Ok(())
    }

    fn record(&mut self, record: &Record) -> Result<(), ObserverError> {
        self.0.push(record.clone());
        Ok(())
    }

    fn end(&mut self, _: &End) -> Result<(), ObserverError> {
        Ok(())
    }
}

#[test]
fn a_reference_adds_its_belief_until_it_gives_up() {
    let (mut kept, mut references) = (Kept::default(), References::new([hand(2)]));
    let mut observer = WithReferences::new(&mut kept, &mut references);
    (0..4).for_each(|index| observer.record(&at(index)).expect("nothing fails"));
    let with: Vec<bool> = kept.0.iter().map(|record| record.belief(&reference_key()).is_some()).collect();
    assert_eq!(with, [true, true, false, false]);
    // The agent's own belief is there first, as it was.
    assert!((0..4).all(|index| kept.0[index].beliefs[0] == at(index as u32).beliefs[0]));
    let errors: Vec<String> = references.errors().map(|(_, error)| error.to_string()).collect();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("turn 2") && errors[0].contains("`sight`"), "{errors:?}");
}

#[test]
fn a_record_without_the_seats_view_ends_a_reference() {
    let mut references = References::new([hand(9)]);
    let mut redacted = at(0);
    redacted.views.retain(|view| view.seat != GUARD);
    references.add_to(&mut redacted);
    assert_eq!(redacted.beliefs.len(), 1);
    assert!(
        references.errors().next().is_some_and(|(seat, error)| seat == GUARD && error.to_string().contains("no view"))
    );
}

#[test]
fn stored_references_are_found_and_foreign_ones_left_out() {
    let mut stored = at(0);
    References::new([hand(9)]).add_to(&mut stored);
    let weighed: Vec<_> = References::new([hand(9)]).weighed_models().collect();
    assert_eq!(weighed, [(GUARD, vec![("hand".to_owned(), 0.75), ("foot".to_owned(), 0.25)])]);
    assert_eq!(stored_references(&header(), &stored), [(GUARD, "hand".to_owned())]);
    let mut known = stored.clone();
    References::new([hand(9)]).forget_foreign(&header(), &mut known);
    assert_eq!(known, stored);
    References::default().forget_foreign(&header(), &mut known);
    assert_eq!(known, at(0), "the agent's belief stays");
}
