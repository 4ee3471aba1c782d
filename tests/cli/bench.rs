use serde_json::Value;

use crate::program::{Files, run, run_with_input};

const TABLE: &str = "\
# two positions
id\tside\tboard\tnote
a1\tg\trrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR\tthe array
a2\ts\tr......r...e....................................R..E...........R\tfew pieces
";

fn nodes(object: &Value) -> u64 {
    object["nodes"].as_u64().unwrap()
}

#[test]
fn the_built_in_positions_give_the_same_total_every_time() {
    let of = || run(&["bench", "--depth", "3", "--hash", "1", "--json"]).objects();
    let objects = of();
    let (total, each) = objects.split_last().unwrap();
    assert_eq!(total["positions"], each.len());
    assert_eq!(total["depth"], 3);
    assert!(total["nps"].is_u64() && total["time"].is_f64());
    assert!(total.get("interrupted").is_none());
    assert!(
        each.iter()
            .all(|object| object["id"].is_string() && nodes(object) > 0)
    );
    assert_eq!(each.iter().map(nodes).sum::<u64>(), nodes(total));
    assert_eq!(nodes(of().last().unwrap()), nodes(total));
}

/// Whoever changes what the search does says so in the README.
#[test]
fn the_checksum_is_that_of_the_readme() {
    let readme = include_str!("../../README.md");
    let row = "| `loxodon bench` (24 positions, depth 8) | ";
    let figure = readme.split_once(row).unwrap().1.split(' ').next().unwrap();
    let objects = run(&["bench", "--json"]).objects();
    assert_eq!(
        nodes(objects.last().unwrap()).to_string(),
        figure.replace(',', ""),
        "the nodes that `loxodon bench` counts, against README.md"
    );
}

#[test]
fn statistics_are_given_on_demand() {
    let arguments = ["bench", "--depth", "5", "--hash", "1", "--stats"];
    let objects = run(&[&arguments[..], &["--json"]].concat()).objects();
    let (total, each) = objects.split_last().unwrap();
    assert!(each.iter().all(|object| object.get("stats").is_none()));
    let stats = &total["stats"];
    let count = |name: &str| {
        stats[name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name}: {stats}"))
    };
    // A position that is won at once has no search to count.
    let searched = each.iter().filter(|object| nodes(object) > 1);
    assert_eq!(
        count("nodes") + count("quiescence_nodes"),
        searched.map(nodes).sum::<u64>()
    );
    for (part, whole) in [
        ("evaluations", "evaluations_wanted"),
        ("table_cutoffs", "table_hits"),
        ("table_hits", "table_probes"),
        ("first_action_cuts", "cut_nodes"),
        ("researched_actions", "reduced_actions"),
        ("reduced_actions", "actions"),
    ] {
        assert!(count(part) > 0 && count(part) < count(whole), "{part}");
    }
    assert!(count("pruned_actions") > 0);
    assert!((1.2..20.0).contains(&stats["branching"].as_f64().unwrap()));
    let text = run(&arguments).output();
    for part in ["branching", "cut by the first action", "of probes"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let plain = run(&["bench", "--depth", "1", "--hash", "1", "--json"]).objects();
    assert!(plain.last().unwrap().get("stats").is_none());
}

#[test]
fn a_file_of_ones_own_is_searched() {
    let files = Files::new();
    let file = files.write("bench.tsv", TABLE);
    let objects = run(&["bench", &file, "--depth", "2", "--hash", "1", "--json"]).objects();
    let ids: Vec<&Value> = objects[..2].iter().map(|object| &object["id"]).collect();
    assert_eq!(ids, ["a1", "a2"]);
    let text = run_with_input(&["bench", "-", "--depth", "2", "--hash", "1"], TABLE).output();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[0].starts_with("a1 ") && lines[1].starts_with("a2 "),
        "{text}"
    );
    assert!(
        lines[2].starts_with("total ") && lines[2].contains(&nodes(&objects[2]).to_string()),
        "{text}"
    );
}

#[test]
fn wrong_tables_are_refused_by_name_and_line() {
    let files = Files::new();
    let missing = files.path("missing");
    run(&["bench", &missing]).fails(2, &[&missing]);
    let cases: [(&str, String, &[&str]); 6] = [
        ("empty", String::new(), &["line 1", "id, side, board"]),
        (
            "header",
            TABLE.replace("side", "color"),
            &["line 2", "id, side, board"],
        ),
        (
            "nothing",
            "id\tside\tboard\n".to_owned(),
            &["line 1", "no position"],
        ),
        (
            "side",
            TABLE.replace("\tg\t", "\tw\t"),
            &["line 3", "\"w\"", "`g` or `s`"],
        ),
        (
            "board",
            TABLE.replace("...R\tfew", "..R\tfew"),
            &["line 4", "63 squares", "64"],
        ),
        ("columns", TABLE.replace("\ts\t", "\ts "), &["line 4"]),
    ];
    for (name, text, parts) in cases {
        let file = files.write(name, text);
        run(&["bench", &file]).fails(2, &[&[format!("{file}: ").as_str()], parts].concat());
    }
}
