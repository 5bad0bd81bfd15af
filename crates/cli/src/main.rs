//! Temporary.
use std::path::Path;
fn main() {
    for id in std::env::args().skip(1) {
        let t0 = std::time::Instant::now();
        match sandtable_atlas::compile(Path::new("data"), &id) {
            Err(e) => println!("{id}: {e}"),
            Ok(c) => {
                println!("{id}: km {:.1} {:?}", c.georeference.km, t0.elapsed());
                for r in c.residuals.iter().filter(|r| r.control.in_fit || r.error > 1.2) {
                    println!("  {} {} {:.2} {:?}", r.control.name, r.control.hex, r.error, r.plain_hex.map(|n| n.to_string()));
                }
                std::fs::write(format!("data/{id}/board.txt"), sandtable_board::hexfile::write(&c.board)).unwrap();
                std::fs::write(format!("/tmp/{id}.svg"), sandtable_board::svg::hex_map(&c.board, sandtable_board::svg::Detail::Full)).unwrap();std::fs::write(format!("/tmp/{id}-o.svg"), sandtable_board::svg::hex_map(&c.board, sandtable_board::svg::Detail::Overview)).unwrap();
            }
        }
    }
}
