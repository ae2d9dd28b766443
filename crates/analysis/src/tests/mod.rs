mod faults;
mod fixture;
mod recordings;
mod references;
mod turn_text;
