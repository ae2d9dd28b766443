mod faults;
mod fixture;
mod grades;
mod recordings;
mod references;
mod turn_text;
