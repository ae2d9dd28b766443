mod assess;
mod faults;
pub(crate) mod fixture;
mod grades;
mod recordings;
mod references;
mod turn_text;
