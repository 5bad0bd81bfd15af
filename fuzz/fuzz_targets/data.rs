//! See `sandtable_readers::data`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandtable_readers::data(bytes));
