//! Exact posteriors of what is hidden from guard and thief, under a stated model of the opponent.
//!
//! Two layers. [`GuardPosterior`] and [`ThiefPosterior`] take in typed observations; agents use them. [`Reference`]
//! takes in the plain data of a recording and speaks of the header's targets; analysis uses it.

mod evidence;
mod fair;
mod guard;
mod particles;
mod policy;
mod thief;
mod told;

use std::cell::OnceCell;
use std::sync::Arc;

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Quality};
use fogreel_engine::{ConfigError, Direction, Header, Seat};
use fogreel_inference::{
    BestResponse, Breakdown, FairModel, Lift, Member, Mixture, OpponentModelInfo, PerfectInformation, Reasoning,
    ReferenceError, ReferenceModel, Rejected, StepQuestion, TakenApart, Told,
};

pub use evidence::channel;
pub(crate) use guard::most_exit_pairs;
pub use guard::{GuardPosterior, StartError};
pub use particles::GuardParticles;
pub(super) use policy::ACTIONS;
pub use policy::OpponentModel;
pub use thief::ThiefPosterior;

use super::best_response::Response;
use super::table::Table;
use super::{Observation, Perfect, Rules, THIEF, catalogue, vocabulary};

/// The side of the game that talks to analysis.
pub(crate) struct RajakarDhorReasoning;

/// Joins the names of models that are weighed against each other.
const JOIN: char = '+';
/// Between the models and the number of particles that stand in for an exact posterior.
const PARTICLES: &str = ":particles=";
/// Most particles.
const MOST_PARTICLES: usize = 1_000_000;

impl Reasoning for RajakarDhorReasoning {
    fn opponent_models(&self) -> Vec<OpponentModelInfo> {
        let info = |entry: &policy::ModelEntry| OpponentModelInfo {
            name: entry.name,
            summary: entry.summary,
            owners: if entry.seeks_exits { &["guard"] } else { &["guard", "thief"] },
        };
        policy::MODELS.iter().map(info).collect()
    }

    fn reference_model(
        &self,
        header: &Header,
        seat: Seat,
        model: &str,
    ) -> Result<Box<dyn ReferenceModel>, ConfigError> {
        Ok(Box::new(Reference::new(catalogue::rules_of(header)?, header, seat, model)?))
    }

    fn fair_model(&self, header: &Header, seat: Seat, model: &str) -> Result<Box<dyn FairModel>, ConfigError> {
        Ok(Box::new(Reference::new(catalogue::rules_of(header)?, header, seat, model)?))
    }

    fn perfect_information(&self, header: &Header) -> Result<Box<dyn PerfectInformation>, ConfigError> {
        let rules = catalogue::rules_of(header)?;
        let positions = Table::positions(&rules);
        if positions > Table::MOST_POSITIONS {
            let why =
                format!("its {positions} positions are too many to value, the limit is {}", Table::MOST_POSITIONS);
            return Err(ConfigError::invalid("the map", why));
        }
        Ok(Box::new(Perfect::new(rules)))
    }

    fn best_response(&self, header: &Header, seat: Seat) -> Result<Box<dyn BestResponse>, ConfigError> {
        Ok(Box::new(Response::new(header, seat)?))
    }
}

/// The posterior of one seat.
#[derive(Clone, Debug)]
enum Side {
    Guard(Box<GuardPosterior>),
    Thief(Box<ThiefPosterior>),
    Particles(Box<GuardParticles>),
}

impl Side {
    /// Takes in a record, and hands out the step to it taken apart, once per lift; particles cannot.
    fn step(
        &mut self,
        rules: &Rules,
        told: &Observation,
        lifts: &[Lift],
        apart: impl FnMut(Breakdown),
    ) -> Result<f64, Rejected> {
        match self {
            Self::Guard(posterior) => posterior.step_apart(rules, told, lifts, apart),
            Self::Thief(posterior) => posterior.step_apart(rules, told, lifts, apart),
            Self::Particles(particles) => particles.step(rules, told),
        }
    }

    /// The step to a record taken apart; particles cannot.
    fn breakdown(&self, rules: &Rules, told: &Observation, lift: &Lift) -> Option<Breakdown> {
        match self {
            Self::Guard(posterior) => Some(posterior.breakdown(rules, told, lift)),
            Self::Thief(posterior) => Some(posterior.breakdown(rules, told, lift)),
            Self::Particles(_) => None,
        }
    }

    fn rival_cells(&self, rules: &Rules) -> Vec<f64> {
        match self {
            Self::Guard(posterior) => posterior.thief_cells(rules),
            Self::Thief(posterior) => posterior.guard_cells(rules),
            Self::Particles(particles) => particles.thief_cells(rules),
        }
    }

    fn exit_counts(&self, rules: &Rules) -> Option<Vec<f64>> {
        match self {
            Self::Guard(posterior) => Some(posterior.exit_counts(rules)),
            Self::Particles(particles) => Some(particles.exit_counts(rules)),
            Self::Thief(_) => None,
        }
    }
}

/// The reference beliefs of one seat along a recording, under one opponent model or several weighed against each other.
pub struct Reference {
    rules: Arc<Rules>,
    seat: Seat,
    /// Id of the seat.
    owner: String,
    name: String,
    models: Vec<(String, OpponentModel)>,
    /// How many particles stand in for the exact posterior; `None` if it is exact.
    particles: Option<usize>,
    /// Where the guard looks at first.
    facing: Direction,
    /// From the first record on.
    mixture: Option<Mixture<Side>>,
    /// What the seat was told last.
    latest: Option<Observation>,
    /// Values of positions, from the first question about actions on; or why there are none.
    fair: OnceCell<Result<fair::FairTables, String>>,
    next: u32,
}

impl Reference {
    /// The reference of a seat; `model` is a name of [`OpponentModel`]s, or several joined by `+`, and for the guard perhaps
    /// `:particles=N` behind them.
    ///
    /// # Errors
    /// [`ConfigError`] if there is no such model or seat.
    fn new(rules: Arc<Rules>, header: &Header, seat: Seat, model: &str) -> Result<Self, ConfigError> {
        let info = header.seat_info(seat).ok_or_else(|| {
            ConfigError::unknown("seat", &format!("{}", seat.0), header.seats.iter().map(|seat| seat.id.as_str()))
        })?;
        let named = |name: &str| Ok((name.to_owned(), OpponentModel::named(&rules, seat != THIEF, name)?));
        let (names, particles) = match model.split_once(PARTICLES) {
            Some((names, count)) => (names, Some(particle_count(model, count, seat)?)),
            None => (model, None),
        };
        let models = names.split(JOIN).map(named).collect::<Result<Vec<_>, ConfigError>>()?;
        let facing = header.setup.iter().find(|setting| setting.name == "facing");
        let facing = facing.and_then(|setting| setting.value.parse().ok()).unwrap_or(Direction::Down);
        Ok(Self {
            seat,
            owner: info.id.clone(),
            name: model.to_owned(),
            models,
            particles,
            facing,
            mixture: None,
            latest: None,
            fair: OnceCell::new(),
            next: 0,
            rules,
        })
    }

    /// The target about which it has one belief over cells.
    fn rival_target(&self) -> &'static str {
        if self.seat == THIEF { vocabulary::GUARD_TARGET } else { vocabulary::THIEF_TARGET }
    }

    /// What the next record told.
    fn observation(&self, told: Told<'_>) -> Result<Observation, ReferenceError> {
        let unreadable = |what: String| ReferenceError::Unreadable { record: told.index, what };
        if told.index != self.next {
            return Err(unreadable(format!("expected record {} next", self.next)));
        }
        told::observation(&self.rules, self.seat, told).map_err(unreadable)
    }

    /// The beliefs that questions are about, lifted to the joint state, each with the position of its question. Questions about
    /// other targets are left out.
    fn lifts(
        &self,
        mixture: &Mixture<Side>,
        told: Told<'_>,
        questions: &[StepQuestion<'_>],
    ) -> Result<Vec<(usize, Lift)>, ReferenceError> {
        let rules = &self.rules;
        let cells = rules.size().cells();
        let own = OnceCell::new();
        let own = || own.get_or_init(|| mixture.average(|side| side.rival_cells(rules))).as_slice();
        let asked = questions.iter().enumerate().filter(|(_, question)| question.target == self.rival_target());
        let lift = |(place, question): (usize, &StepQuestion<'_>)| match question.previous {
            None => Ok((place, Lift::identity(cells))),
            Some(belief) if belief.len() == cells => Ok((place, Lift::new(own(), belief))),
            Some(belief) => {
                let what = format!("a belief over {} cells, the board has {cells}", belief.len());
                Err(ReferenceError::Unreadable { record: told.index, what })
            }
        };
        asked.map(lift).collect()
    }

    fn start(&self, told: &Observation) -> Result<Mixture<Side>, StartError> {
        let side = |(name, model): &(String, OpponentModel)| {
            let rules = &self.rules;
            let side = match self.particles {
                _ if self.seat == THIEF => {
                    Side::Thief(Box::new(ThiefPosterior::new(rules, *model, self.facing, told)?))
                }
                Some(count) => Side::Particles(Box::new(GuardParticles::new(rules, *model, count, told)?)),
                None => Side::Guard(Box::new(GuardPosterior::new(rules, *model, told)?)),
            };
            Ok((name.clone(), side))
        };
        Ok(Mixture::uniform(self.models.iter().map(side).collect::<Result<Vec<_>, StartError>>()?))
    }
}

fn particle_count(model: &str, count: &str, seat: Seat) -> Result<usize, ConfigError> {
    let wrong = |why: String| ConfigError::invalid(format!("opponent model `{model}`"), why);
    if seat == THIEF {
        return Err(wrong("particles are for the guard; the thief's posterior is small enough to be exact".to_owned()));
    }
    match count.parse() {
        Ok(count) if (1..=MOST_PARTICLES).contains(&count) => Ok(count),
        _ => Err(wrong(format!("expected 1 to {MOST_PARTICLES} particles, found `{count}`"))),
    }
}

impl ReferenceModel for Reference {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn model(&self) -> &str {
        &self.name
    }

    fn observe(&mut self, told: Told<'_>) -> Result<f64, ReferenceError> {
        Ok(self.observe_apart(told, &[])?.evidence_bits)
    }

    fn observe_apart(&mut self, told: Told<'_>, questions: &[StepQuestion<'_>]) -> Result<TakenApart, ReferenceError> {
        let observation = self.observation(told)?;
        let unreadable = |what: String| ReferenceError::Unreadable { record: told.index, what };
        let rejected =
            |reason| ReferenceError::Rejected { record: told.index, turn: told.turn, model: self.name.clone(), reason };
        let mut breakdowns = vec![None; questions.len()];
        let lifts = match &self.mixture {
            Some(mixture) => self.lifts(mixture, told, questions)?,
            None => Vec::new(),
        };
        let probability = match &mut self.mixture {
            Some(mixture) => {
                let is_possible = |member: &&Member<Side>| member.probability > 0.0;
                let shares: Vec<f64> =
                    mixture.members().iter().filter(is_possible).map(|member| member.probability).collect();
                let (places, lifts): (Vec<usize>, Vec<Lift>) = lifts.into_iter().unzip();
                // By model, and by question.
                let mut apart: Vec<Vec<Breakdown>> = Vec::with_capacity(shares.len());
                let rules = &self.rules;
                let probability = mixture.step(|side| {
                    let mut of_model = Vec::with_capacity(lifts.len());
                    let probability = side.step(rules, &observation, &lifts, |breakdown| of_model.push(breakdown));
                    apart.push(of_model);
                    probability
                });
                let probability = probability.map_err(rejected)?;
                let mut by_model: Vec<_> = apart.into_iter().map(Vec::into_iter).collect();
                for place in places {
                    let of_question = by_model.iter_mut().map(Iterator::next).collect::<Option<Vec<Breakdown>>>();
                    breakdowns[place] =
                        of_question.map(|of_question| Breakdown::mix(shares.iter().copied().zip(of_question)));
                }
                probability
            }
            None => {
                self.mixture = Some(self.start(&observation).map_err(|error| match error {
                    StartError::TooLarge(error) => {
                        unreadable(format!("{error}, such as the model `{}{PARTICLES}100000`", self.name))
                    }
                    StartError::NoStart(error) => unreadable(error.to_string()),
                    StartError::Rejected(reason) => rejected(reason),
                })?);
                1.0
            }
        };
        self.next += 1;
        self.latest = Some(observation);
        Ok(TakenApart { evidence_bits: probability.log2(), breakdowns })
    }

    fn beliefs(&self) -> Vec<Belief> {
        let Some(mixture) = &self.mixture else { return Vec::new() };
        let belief = |target: &str, kind: BeliefKind| Belief {
            key: BeliefKey::of_reference(self.owner.clone(), target, &self.name),
            quality: match self.particles {
                Some(count) => Quality::Approximate { method: "particles".to_owned(), n: count as u64 },
                None => Quality::Exact,
            },
            kind,
        };
        let rules = &self.rules;
        let cells = mixture.average(|side| side.rival_cells(rules));
        let mut beliefs = vec![belief(self.rival_target(), BeliefKind::Categorical(cells))];
        let exits = mixture.average(|side| side.exit_counts(rules).unwrap_or_default());
        if !exits.is_empty() {
            beliefs.push(belief(vocabulary::EXITS_TARGET, BeliefKind::Count(exits)));
        }
        beliefs
    }

    fn breakdown(
        &self,
        told: Told<'_>,
        target: &str,
        previous: Option<&[f64]>,
    ) -> Result<Option<Breakdown>, ReferenceError> {
        let Some(mixture) = self.mixture.as_ref() else { return Ok(None) };
        let observation = self.observation(told)?;
        let rules = &self.rules;
        let lifts = self.lifts(mixture, told, &[StepQuestion { target, previous }])?;
        let Some((_, lift)) = lifts.first() else { return Ok(None) };
        let members = mixture.members().iter().filter(|member| member.probability > 0.0);
        let parts: Option<Vec<(f64, Breakdown)>> = members
            .map(|member| Some((member.probability, member.model.breakdown(rules, &observation, lift)?)))
            .collect();
        Ok(parts.map(Breakdown::mix))
    }

    fn opponent_models(&self) -> Vec<(String, f64)> {
        let members = self.mixture.iter().flat_map(|mixture| mixture.members());
        let weighed: Vec<_> = members.map(|member| (member.name.clone(), member.probability)).collect();
        if weighed.is_empty() {
            let share = 1.0 / self.models.len() as f64;
            return self.models.iter().map(|(name, _)| (name.clone(), share)).collect();
        }
        weighed
    }
}
