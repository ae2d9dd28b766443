//! The match loop: one mechanism for playing, replaying, verifying and branching.

use std::sync::Arc;

use crate::data::{ActionTaken, Draw, Outcome, PrivilegedSignal};
use crate::{
    Agent, Chance, ConfigError, Detail, End, Explanation, Game, IllegalAction, Observer, ObserverError, Owner,
    ParseActionError, Percept, Record, Seat, Step, ToAct, fnv1a,
};

/// Why a match could not go on.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It could not even start.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The observer failed.
    #[error(transparent)]
    Observer(ObserverError),
    /// A given action is against the rules.
    #[error("record {record}: {rule}")]
    Illegal {
        /// The record that the action would have led to.
        record: u32,
        /// The rule.
        rule: IllegalAction,
    },
    /// Given actions or draws are not what the rules ask for here.
    #[error("record {record}: {what}")]
    Mismatch {
        /// The record that the step would have led to.
        record: u32,
        /// The disagreement.
        what: String,
    },
}

/// The agent of one seat and the seat's id.
pub struct Seating<G: Game> {
    /// Lower-case id of the seat.
    pub id: String,
    /// Who decides for it.
    pub agent: Box<dyn Agent<G>>,
}

/// Who did what.
type Acted<G> = Vec<(Seat, <G as Game>::Action)>;

struct Participant<G: Game> {
    id: String,
    agent: Box<dyn Agent<G>>,
    observation: G::Observation,
    privileged: G::Privileged,
    knowledge: G::Knowledge,
    chance: Chance,
}

/// A match in progress: the state, and every seat's knowledge and agent.
pub struct Match<G: Game> {
    rules: Arc<G::Rules>,
    state: G::State,
    to_act: ToAct,
    index: u32,
    nature: Chance,
    participants: Vec<Participant<G>>,
    actions: Acted<G>,
    legal: Vec<G::Action>,
    detail: Detail,
    before: Option<G::State>,
    draws: Vec<Draw>,
}

impl<G: Game> Match<G> {
    /// A match at its start. `start_draws` are the draws that led to the start; they appear in record 0.
    ///
    /// # Panics
    /// If there is not exactly one seating per seat of the rules.
    pub fn new(
        rules: Arc<G::Rules>,
        state: G::State,
        seed: u64,
        seatings: impl IntoIterator<Item = Seating<G>>,
        start_draws: Vec<Draw>,
        detail: Detail,
    ) -> Self {
        let mut nature = Chance::new(seed, Owner::Nature);
        if detail == Detail::Full {
            nature.start_log();
        }
        let mut participants: Vec<Participant<G>> = seatings
            .into_iter()
            .enumerate()
            .map(|(index, seating)| {
                let seat = Seat(index as u8);
                let observation = G::observe(&rules, &state, seat);
                Participant {
                    id: seating.id,
                    agent: seating.agent,
                    knowledge: G::first_knowledge(&rules, seat, &observation),
                    privileged: G::privileged(&rules, &state, seat),
                    observation,
                    chance: Chance::new(seed, Owner::Seat(seat)),
                }
            })
            .collect();
        assert_eq!(participants.len(), G::seats(&rules), "one seating per seat");
        for participant in &mut participants {
            participant.observe(&rules);
        }
        Self {
            to_act: G::to_act(&rules, &state),
            rules,
            state,
            index: 0,
            nature,
            participants,
            actions: Vec::new(),
            legal: Vec::new(),
            detail,
            before: None,
            draws: start_draws,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The truth.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Position of the present record.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Whose turn it is.
    pub fn to_act(&self) -> &ToAct {
        &self.to_act
    }

    /// What a seat knows.
    pub fn knowledge(&self, seat: Seat) -> &G::Knowledge {
        &self.participants[seat.index()].knowledge
    }

    /// What a seat was told last.
    pub fn observation(&self, seat: Seat) -> &G::Observation {
        &self.participants[seat.index()].observation
    }

    /// What a seat is told of a position that the latest step could have led to: observation and noticed events.
    pub fn describe_observation(&self, state: &G::State, seat: Seat) -> String {
        let mut events = G::events(&self.rules, self.before.as_ref(), state);
        events.retain(|event| event.audience.contains(seat));
        format!("{:?} {events:?}", G::observe(&self.rules, state, seat))
    }

    /// Puts another truth in the place of the present one that the seat cannot tell from it by what it was told last. Its
    /// rivals begin to know afresh. For no-leak tests.
    pub(crate) fn replace_state(&mut self, seat: Seat, state: G::State) {
        self.state = state;
        self.to_act = G::to_act(&self.rules, &self.state);
        for (index, participant) in self.participants.iter_mut().enumerate() {
            let whose = Seat(index as u8);
            participant.observation = G::observe(&self.rules, &self.state, whose);
            participant.privileged = G::privileged(&self.rules, &self.state, whose);
            if whose != seat {
                participant.knowledge = G::first_knowledge(&self.rules, whose, &participant.observation);
            }
        }
    }

    /// How much it keeps of each step.
    pub(crate) fn detail(&self) -> Detail {
        self.detail
    }

    /// What a seat may do.
    pub fn legal_actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        G::legal_actions(&self.rules, self.knowledge(seat), &mut legal);
        legal
    }

    /// Plays one step; the agents choose. An agent that chooses an illegal action forfeits. After the end, nothing
    /// happens.
    pub fn advance(&mut self) {
        let record = self.index + 1;
        if let Err(forfeit) = self.ask_agents(record) {
            self.to_act = ToAct::Over(forfeit);
            return;
        }
        let before = self.remember();
        match G::apply(&self.rules, &mut self.state, &self.actions, &mut self.nature) {
            Ok(()) => self.finish_step(before),
            Err(illegal) => {
                // What is legal for a seat's knowledge, but not for several seats together, is nobody's fault alone;
                // the first seat to act bears it.
                let seat = self.actions.first().map_or(Seat(0), |(seat, _)| *seat);
                self.to_act = ToAct::Over(self.forfeit(seat, &illegal.to_string()));
            }
        }
    }

    /// Plays one step with the actions and draws given. The agents are asked, too, so that beliefs and decisions follow,
    /// but what they would have done does not matter.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] or [`PlayError::Mismatch`] if the rules disagree; the match then stands where it stood.
    pub fn apply(&mut self, step: &Step) -> Result<(), PlayError> {
        let record = self.index + 1;
        let (actions, state) = self.try_step(step, record)?;
        // An agent of a foreign version may choose what is illegal here; it does not decide.
        let _ = self.ask_agents(record);
        self.actions = actions;
        let before = std::mem::replace(&mut self.state, state);
        self.finish_step((self.detail == Detail::Full).then_some(before));
        Ok(())
    }

    /// The actions of a step and the state that it leads to. Nothing but nature's log has changed.
    fn try_step(&mut self, step: &Step, record: u32) -> Result<(Acted<G>, G::State), PlayError> {
        let mismatch = |what: String| PlayError::Mismatch { record, what };
        if let Some(outcome) = self.to_act.outcome() {
            return Err(mismatch(format!("the match is over ({}), but an action follows", outcome.reason)));
        }
        let expected: Vec<Seat> = self.to_act.seats().iter().collect();
        let given: Vec<Seat> = step.actions.iter().map(|taken| taken.seat).collect();
        if expected != given {
            let ids = |seats: &[Seat]| -> String {
                let id = |seat: &Seat| self.participants.get(seat.index()).map_or("?", |participant| &participant.id);
                if seats.is_empty() { "nobody".to_owned() } else { seats.iter().map(id).collect::<Vec<_>>().join(", ") }
            };
            return Err(mismatch(format!("expected an action of {}, found one of {}", ids(&expected), ids(&given))));
        }
        let parse = |taken: &ActionTaken| Ok((taken.seat, taken.action.parse::<G::Action>()?));
        let actions = step.actions.iter().map(parse).collect::<Result<Vec<_>, ParseActionError>>();
        let actions = actions.map_err(|error| mismatch(error.to_string()))?;
        let mut state = self.state.clone();
        self.nature.begin_turn(record);
        self.nature.force(step.chance.iter().cloned());
        let applied = G::apply(&self.rules, &mut state, &actions, &mut self.nature);
        let forced = self.nature.end_force();
        let refused = match (applied, forced) {
            (Ok(()), Ok(())) => return Ok((actions, state)),
            (Err(rule), _) => PlayError::Illegal { record, rule },
            (Ok(()), Err(error)) => mismatch(error.to_string()),
        };
        self.nature.take_log();
        Err(refused)
    }

    /// Plays to the end.
    pub fn run(&mut self) -> End {
        loop {
            if let Some(end) = self.end() {
                return end;
            }
            self.advance();
        }
    }

    /// The end, once the match is over.
    pub fn end(&self) -> Option<End> {
        let outcome = self.to_act.outcome()?.clone();
        Some(End { outcome, turns: G::turn(&self.rules, &self.state).0, records: self.index + 1 })
    }

    /// The present record as plain data. Actions, draws, events and decisions are those of the latest step, and complete
    /// only with [`Detail::Full`].
    pub fn record(&self) -> Record {
        let (turn, round) = G::turn(&self.rules, &self.state);
        let mut record = Record {
            index: self.index,
            turn,
            round,
            actions: self
                .actions
                .iter()
                .map(|(seat, action)| ActionTaken { seat: *seat, action: action.to_string() })
                .collect(),
            decisions: Vec::new(),
            chance: self.draws.clone(),
            events: G::events(&self.rules, self.before.as_ref(), &self.state),
            truth: Some(G::truth(&self.rules, &self.state)),
            views: Vec::with_capacity(self.participants.len()),
            privileged: Vec::new(),
            beliefs: Vec::new(),
            to_act: self.to_act.seats(),
            state_hash: Some(self.state_hash()),
        };
        for (index, participant) in self.participants.iter().enumerate() {
            let seat = Seat(index as u8);
            record.views.push(G::view(&self.rules, &participant.knowledge));
            let privileged = G::privileged_signals(&self.rules, &participant.privileged);
            record.privileged.extend(privileged.into_iter().map(|signal| PrivilegedSignal { seat, signal }));
            let mut explanation = Explanation::new(seat, participant.id.clone());
            participant.agent.explain(&mut explanation);
            let (beliefs, decision) = explanation.into_parts();
            record.beliefs.extend(beliefs);
            if record.actions.iter().any(|taken| taken.seat == seat) {
                record.decisions.extend(decision);
            }
        }
        record
    }

    fn state_hash(&self) -> u64 {
        let mut bytes = Vec::new();
        G::encode_state(&self.state, &mut bytes);
        fnv1a(&bytes)
    }

    fn ask_agents(&mut self, record: u32) -> Result<(), Outcome> {
        self.actions.clear();
        for seat in self.to_act.seats().iter() {
            let participant = &mut self.participants[seat.index()];
            G::legal_actions(&self.rules, &participant.knowledge, &mut self.legal);
            participant.chance.begin_turn(record);
            let rules = self.rules.as_ref();
            let percept = Percept {
                rules,
                observation: &participant.observation,
                knowledge: &participant.knowledge,
                privileged: &participant.privileged,
            };
            let action = participant.agent.act(&percept, &self.legal, &mut participant.chance);
            if !self.legal.contains(&action) {
                return Err(self.forfeit(seat, &format!("its agent chose `{action}`, which is not legal here")));
            }
            self.actions.push((seat, action));
        }
        self.nature.begin_turn(record);
        Ok(())
    }

    fn forfeit(&self, seat: Seat, why: &str) -> Outcome {
        let id = &self.participants[seat.index()].id;
        Outcome::forfeit(seat, self.participants.len(), format!("{id} forfeits: {why}"))
    }

    fn remember(&self) -> Option<G::State> {
        (self.detail == Detail::Full).then(|| self.state.clone())
    }

    fn finish_step(&mut self, before: Option<G::State>) {
        self.before = before;
        self.index += 1;
        self.draws = self.nature.take_log();
        self.to_act = G::to_act(&self.rules, &self.state);
        for (index, participant) in self.participants.iter_mut().enumerate() {
            let seat = Seat(index as u8);
            participant.observation = G::observe(&self.rules, &self.state, seat);
            participant.privileged = G::privileged(&self.rules, &self.state, seat);
            G::learn(&self.rules, &mut participant.knowledge, &participant.observation);
            participant.observe(&self.rules);
        }
    }
}

impl<G: Game> Participant<G> {
    fn observe(&mut self, rules: &G::Rules) {
        self.agent.observe(&Percept {
            rules,
            observation: &self.observation,
            knowledge: &self.knowledge,
            privileged: &self.privileged,
        });
    }
}

/// Plays a match to its end before an observer. When it wants nothing, no record is built.
pub(crate) fn run_observed(session: &mut dyn crate::Session, observer: &mut dyn Observer) -> Result<End, PlayError> {
    let detail = observer.detail();
    if detail == Detail::Full {
        observer.begin(session.header()).map_err(PlayError::Observer)?;
        observer.record(&session.record()).map_err(PlayError::Observer)?;
    }
    let end = loop {
        if let Some(end) = session.end() {
            break end;
        }
        let records = session.index();
        session.advance();
        if detail == Detail::Full && session.index() > records {
            observer.record(&session.record()).map_err(PlayError::Observer)?;
        }
    };
    observer.end(&end).map_err(PlayError::Observer)?;
    Ok(end)
}
