//! See `sandtable_readers::board`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandtable_readers::board(bytes));
