//! See `sandtable_readers::position`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandtable_readers::position(bytes));
