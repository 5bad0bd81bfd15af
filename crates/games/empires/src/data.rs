//! The data files, read once into dense tables.
