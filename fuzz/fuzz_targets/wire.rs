//! See `sandtable_readers::wire`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sandtable_readers::wire(bytes));
