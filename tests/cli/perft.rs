use serde_json::{Value, json};

use crate::data::{Row, table};
use crate::program::run;
use crate::{ARRAY, EMPTY};

fn argument(row: &Row) -> String {
    format!("{} [{}]", row["side"], row["board"])
}

fn number(text: &str) -> Value {
    json!(text.parse::<u64>().unwrap())
}

#[test]
fn counts_agree_with_other_programs() {
    for row in table("positions_public.tsv").iter().step_by(9) {
        let counts = run(&["perft", &argument(row), "--turns", "--json"]).object();
        let steps = [1, 2, 3, 4].map(|steps| number(&row[&format!("steps{steps}")]));
        let expected = json!({"position": argument(row), "steps": steps, "turns": number(&row["turns"]), "turnhash": row["turnhash"]});
        assert_eq!(counts, expected, "{}", row["id"]);
    }
}

#[test]
fn turns_after_turns_agree_with_other_programs() {
    let rows = table("positions_public.tsv");
    let rows = rows
        .iter()
        .filter(|row| row["turns2"] != "-" && row["turns2"].len() <= 4);
    let mut checked = 0;
    for row in rows {
        let counts = run(&["perft", &argument(row), "--turns", "--depth2", "--json"]).object();
        assert_eq!(counts["turns2"], number(&row["turns2"]), "{}", row["id"]);
        assert_eq!(counts["turns"], number(&row["turns"]), "{}", row["id"]);
        checked += 1;
    }
    assert!(checked >= 4);
}

#[test]
fn only_what_is_asked_for_is_counted() {
    assert_eq!(
        run(&["perft", "--json"]).object(),
        json!({"position": ARRAY, "steps": [8, 100, 1408, 22370]})
    );
    assert_eq!(
        run(&["perft", "--steps", "2", "--json"]).object(),
        json!({"position": ARRAY, "steps": [8, 100]})
    );
    let counts = run(&["perft", ARRAY, "--steps", "1", "--turns"]).output();
    insta::assert_snapshot!("perft", counts);
}

#[test]
fn nothing_is_counted_in_the_setup_phase() {
    run(&["perft", EMPTY]).fails(2, &["setups", "gold"]);
}
