use loxodon::eval::{GROUPS, weights, win_scale, write_weights};

use crate::ARRAY;
use crate::program::{Files, run};

/// A position where a frozen rabbit counts.
const FROZEN: &str = "g [r......................e.......R.......................E.......R]";

/// The weights of the build, but frozen rabbits cost ten rabbits.
fn fearful() -> String {
    let mut weights = weights();
    for frozen in GROUPS.iter().filter(|group| group.subject == "frozen") {
        weights[frozen.first] = -1000.0;
    }
    write_weights("", win_scale(), &weights)
}

#[test]
fn other_weights_than_those_built_in_are_used() {
    let files = Files::new();
    let path = files.write("fearful.txt", fearful());
    let shown = |arguments: &[&str]| run(arguments).object()["evaluation"].clone();
    let usual = shown(&["show", FROZEN, "--json"]);
    let fearful = shown(&["show", FROZEN, "--json", "--weights", &path]);
    assert_ne!(usual, fearful, "{usual}");
    let nodes = |arguments: &[&str]| run(arguments).output();
    assert!(nodes(&["bench", "--depth", "2", "--weights", &path]).contains("total"));
    assert!(nodes(&["analyze", ARRAY, "--depth", "2", "--weights", &path]).contains("best turn"));
}

#[test]
fn what_is_no_file_of_weights_is_refused() {
    let files = Files::new();
    let cut = fearful().replacen("frozen on", "frosen on", 1);
    let path = files.write("cut.txt", cut);
    let ended = run(&["show", ARRAY, "--weights", &path]);
    assert_eq!(ended.status, 2);
    assert!(
        ended
            .err
            .contains("cut.txt: `frozen on a full board` is missing here"),
        "{}",
        ended.err
    );
    for command in [&["aei"][..], &["bench"], &["analyze", ARRAY], &[]] {
        let ended = run(&[command, &["--weights", "no such file"]].concat());
        assert_eq!(ended.status, 2);
        assert!(
            ended.err.contains("no such file can't be read"),
            "{}",
            ended.err
        );
    }
}
