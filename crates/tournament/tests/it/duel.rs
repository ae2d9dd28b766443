//! A symmetric game without rules: who wins follows from the strengths of both agents, the side and the seed.

use fogreel_engine::{
    AgentInfo, Chance, ConfigError, Detail, DynGame, End, GameInfo, Header, MatchConfig, Observer, Outcome, Owner,
    PlayError, Prepared, Record, Seat, SeatSet, Session, Step, ToAct,
};

/// The game. Agents are named by their strength, `a1` to `a4`.
pub(crate) struct Duel;

const AGENTS: [&str; 4] = ["a1", "a2", "a3", "a4"];
const SEATS: &[&str] = &["thief", "guard"];

/// What the duel borrows its seats and headers from.
fn lender() -> &'static dyn DynGame {
    fogreel_games::all().next().expect("a game")
}

impl DynGame for Duel {
    fn id(&self) -> &'static str {
        "duel"
    }

    fn rules_version(&self) -> u32 {
        1
    }

    fn info(&self) -> GameInfo {
        let agent = |name| AgentInfo { name, summary: "", version: 1, seats: SEATS, settings: Vec::new() };
        GameInfo { id: "duel", title: "Duel", agents: AGENTS.map(agent).to_vec(), ..lender().info() }
    }

    fn prepare(&self, config: &MatchConfig) -> Result<Box<dyn Prepared>, ConfigError> {
        let mut strengths = [0; 2];
        for (strength, seat) in strengths.iter_mut().zip(SEATS) {
            let (_, agent) = config.agents.iter().find(|(id, _)| id == seat).expect("a tournament names every agent");
            let position = AGENTS.iter().position(|name| *name == agent.name);
            *strength = position.ok_or_else(|| ConfigError::unknown("agent", &agent.name, AGENTS))? as u64;
        }
        let lent = MatchConfig { agents: Vec::new(), ..config.clone() };
        let mut header = lender().start(&lent, Detail::Nothing)?.header().clone();
        for (info, strength) in header.seats.iter_mut().zip(strengths) {
            info.agent = Some(AGENTS[strength as usize].to_owned());
            info.settings = Vec::new();
        }
        Ok(Box::new(Ready { strengths, header }))
    }
}

struct Ready {
    strengths: [u64; 2],
    header: Header,
}

impl Prepared for Ready {
    fn start(&self, _: u64, _: Detail) -> Result<Box<dyn Session>, ConfigError> {
        Ok(Box::new(Start(self.header.clone())))
    }

    fn play(&self, seed: u64, _: &mut dyn Observer) -> Result<End, PlayError> {
        let mut chance = Chance::new(seed, Owner::Nature);
        let drawn = chance.below("duel", 12);
        // The first seat has the edge of the move.
        let edge = 5 + self.strengths[0] - self.strengths[1].min(5 + self.strengths[0]);
        let winners = match drawn {
            drawn if drawn < edge => SeatSet::of(Seat(0)),
            drawn if drawn < edge + 3 => SeatSet::NONE,
            _ => SeatSet::of(Seat(1)),
        };
        let outcome =
            Outcome { winners, reason: "duel".to_owned(), text: String::new(), scores: vec![drawn as f64, 0.1] };
        Ok(End { outcome, turns: drawn as u32, records: 1 })
    }
}

/// A start that nobody plays.
struct Start(Header);

impl Session for Start {
    fn header(&self) -> &Header {
        &self.0
    }

    fn index(&self) -> u32 {
        0
    }

    fn record(&self) -> Record {
        unreachable!("nobody records a duel")
    }

    fn to_act(&self) -> &ToAct {
        &ToAct::Chance
    }

    fn end(&self) -> Option<End> {
        None
    }

    fn legal_actions(&self, _: Seat) -> Vec<String> {
        Vec::new()
    }

    fn observation(&self, _: Seat) -> String {
        String::new()
    }

    fn advance(&mut self) {}

    fn apply(&mut self, _: &Step) -> Result<(), PlayError> {
        Ok(())
    }

    fn observation_of_resampled(&self, _: Seat, _: u64) -> (String, bool) {
        (String::new(), false)
    }

    fn resample_hidden(&mut self, _: Seat, _: u64) -> bool {
        false
    }
}
