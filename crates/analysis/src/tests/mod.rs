mod faults;
mod fixture;
mod recordings;
mod turn_text;
