//! End-to-end tests: the program as a person meets it.

mod analyze;
mod architecture;
mod commands;
mod compat;
mod crash;
mod damage;
mod demo;
mod import;
mod keeping;
mod leaks;
mod notes;
mod reader;
mod redact;
mod references;
mod report;
mod samples;
mod support;
mod table;
mod tournament;
mod window;
