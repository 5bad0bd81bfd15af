//! See `sandtable_readers::record`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandtable_readers::record(bytes));
