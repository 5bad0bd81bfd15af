//! Values of `tables.toml` that are rules rather than figures: the program plays them as they stand, so a file that says
//! otherwise is refused instead of being overheard.

use crate::data::Source;
use sandtable_datafile::DataFault;
use toml::Value;

/// The table, the key (with a dot for a key of an inner table) and the only value that the program knows.
const FIXED: &[(&str, &str, &str)] = &[
    ("game", "sides", r#"["white", "red"]"#),
    ("munitions", "defence", "0"),
    ("munitions", "vehicles", "0"),
    ("munitions", "depots_for_one_attack", "1"),
    ("unsupplied", "train.moves", "true"),
    ("unsupplied", "train.fights", "false"),
    ("unsupplied", "tank.moves", "false"),
    ("unsupplied", "tank.fights", "false"),
    ("unsupplied", "armored_car.moves", "false"),
    ("unsupplied", "armored_car.fights", "false"),
    ("prisoners", "limit", "0"),
    ("out_of_command", "enter_zone", "false"),
    ("out_of_command", "leave_depot_range", "false"),
    ("out_of_command", "must_approach_depot", "true"),
    ("out_of_command", "marching_day", "false"),
    ("out_of_command", "entrench", "false"),
    ("zoc", "reach", "1"),
    ("marching_day", "adjacent_enemy_bars", "true"),
    ("marching_day", "special_actions", "false"),
    ("entrenchment", "in_command", "true"),
    ("entrenchment", "needs_no_move", "true"),
    ("orel", "one_part_for_all", "true"),
    ("orel", "retreat_leaves_hex", "true"),
    ("entry", "in_command_on_arrival", "true"),
    ("entry", "leave_at_once", "true"),
    ("off_map", "may_receive_points", "true"),
    ("off_map", "resupplied_on_return", "true"),
    ("barrage", "disorganised_ignored", "true"),
    ("barrage", "last_step_of_combat_unit_safe", "true"),
    ("barrage", "trains_check", "false"),
    ("barrage", "bars_attack_on_hex", "true"),
    ("barrage", "check_modifiers", "[]"),
    ("counterbattery", "needs_observer", "false"),
    ("counterbattery", "marker_bars_support", "true"),
    ("attack", "times_a_hex", "0"),
    ("attack", "cancelled_when_gone.advance", "false"),
    ("attack", "cancelled_when_gone.munitions_spent", "false"),
    ("attack", "formation_limit_for_one_stack", "false"),
    ("coordination", "low_tq.adjacent", "true"),
    ("retreat_before", "all_capable_must_try", "true"),
    ("cohesion", "dice", "1"),
    ("results", "depots_follow", "false"),
    ("losses", "round_robin", "true"),
    ("morale", "dice", "1"),
    ("advance", "before_combat.optional", "true"),
    ("advance", "before_combat.pursuit", "false"),
    ("advance", "after_cohesion.optional", "true"),
    ("advance", "after_cohesion.pursuit", "true"),
    ("advance", "after_assault.optional", "false"),
    ("advance", "after_assault.pursuit", "true"),
    ("advance", "after_assault.least_units", "1"),
    ("pursuit", "with.units", "1"),
    ("pursuit", "support", "false"),
    ("pursuit", "munitions", "0"),
    ("pursuit", "hasty_modifier", "false"),
    ("pursuit", "after_rout.ignores_zones", "true"),
    ("pursuit", "after_rout.no_losses_or_checks", "true"),
    ("pursuit", "ends_at_other_enemies", "true"),
    ("pursuit", "again", "false"),
    ("vehicle", "test.loss", "1"),
    ("train", "contact.support_without_check", "true"),
    ("train", "contact.cohesion", "true"),
    ("train", "duel.attacker_advances", "1"),
    ("train", "double_replaces", "true"),
    ("tank", "broken_counts", "false"),
    ("tank", "cancels_entrenchment", "true"),
    ("new_coordination", "dice", "1"),
];

/// Refuses a file that has one of them otherwise, or not at all.
pub(super) fn check(source: Source<'_>) -> Result<(), DataFault> {
    let tables: toml::Table = source.parse()?;
    for (table, key, wanted) in FIXED {
        let mut value = tables.get(*table);
        for part in key.split('.') {
            value = value.and_then(|v| v.get(part));
        }
        let found = value.map_or_else(|| "missing".to_string(), Value::to_string);
        if found != *wanted {
            let last = key.rsplit('.').next().unwrap_or(key);
            let what = format!("[{table}] {key} is {found}, and the program plays it as {wanted} only");
            return Err(source.fault(&format!("[{table}]"), &format!("{last} ="), what));
        }
    }
    Ok(())
}
