//! Combat (7.5): chits, charts, rounds, pursuit and sieges.
