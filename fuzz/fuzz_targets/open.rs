#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fogreel_recorder::fuzzing::open(bytes));
