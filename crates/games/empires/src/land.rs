//! Areas, depots, supply, forage and movement (7.2 to 7.4).
