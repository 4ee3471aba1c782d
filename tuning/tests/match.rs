//! Matches between scripted engines: whatever one does, it is blamed for it and the match goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use loxodon::rules::notation::read_record;
use serde_json::{Value, json};
use tempfile::TempDir;

const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

/// A match in a folder of its own; its log stays there from run to run.
struct Match {
    folder: TempDir,
    behaviours: [&'static str; 2],
    arguments: Vec<String>,
}

impl Match {
    /// Of an engine `odd` with that behaviour and a fair one.
    fn against(behaviour: &'static str, arguments: &str) -> Self {
        Self::between([behaviour, "fair"], arguments)
    }

    /// Of an engine `odd` and one that is called `fair`, with those behaviours.
    fn between(behaviours: [&'static str; 2], arguments: &str) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            behaviours,
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
        }
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("games.jsonl")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"));
        command.arg("match");
        for (behaviour, name) in self.behaviours.iter().zip(["odd", "fair"]) {
            let engine = env!("CARGO_BIN_EXE_scripted-engine");
            command.args([
                "--engine",
                &format!("cmd='{engine}' {behaviour}"),
                &format!("name={name}"),
            ]);
        }
        command.arg("--log").arg(self.log()).args(&self.arguments);
        command
    }

    fn run(&self) -> Output {
        self.command().output().unwrap()
    }

    /// The log's games in the order of their numbers. Every record must be of a legal game.
    fn games(&self) -> Vec<Value> {
        let mut games = read_games(&self.log());
        games.sort_by_key(|game| game["game"].as_u64());
        for game in &games {
            let record = game["record"].as_str().unwrap();
            assert!(
                record.is_empty() || read_record(record, None).is_ok(),
                "{game}"
            );
        }
        games
    }
}

/// Complete lines after the header.
fn read_games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Four games, two at once, all of them lost by the odd engine for that reason.
fn is_blamed(behaviour: &'static str, arguments: &str, reason: &str, text: &str) {
    is_blamed_by([behaviour, "fair"], arguments, reason, text);
}

/// The same with both behaviours.
fn is_blamed_by(behaviours: [&'static str; 2], arguments: &str, reason: &str, text: &str) {
    let arguments = format!("--games 4 --concurrency 2 --max-turns 4 {arguments}");
    let played = Match::between(behaviours, &arguments);
    let output = played.run();
    assert!(output.status.success(), "{}", stderr(&output));
    let games = played.games();
    assert_eq!(games.len(), 4);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["winner"], "fair", "{game}");
        assert_eq!(game["reason"], reason, "{game}");
        assert_eq!(game["fault"]["kind"], reason, "{game}");
        let fault = game["fault"]["text"].as_str().unwrap();
        assert!(fault.contains(text), "{fault:?} lacks {text:?}");
        assert_eq!(game["gold"], if index % 2 == 0 { "odd" } else { "fair" });
    }
    assert!(stdout(&output).contains("pairs      2 lost 0-2, 0 split 1-1, 0 won 2-0"));
    assert!(
        stderr(&output).contains(&format!("odd has lost by {reason}: ")),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_engine_that_crashes_is_blamed_and_restarted() {
    is_blamed("crash", "", "crash", "exit status: 3");
}

#[test]
fn an_engine_that_plays_illegally_is_blamed() {
    is_blamed("illegal", "", "illegal", "Ra1s");
    is_blamed("illegal 1", "", "illegal", "Ra1s");
}

#[test]
fn an_engine_that_hangs_is_blamed_with_or_without_a_clock() {
    is_blamed("hang", "--patience 1", "hang", "no move within 1 s");
    is_blamed("hang", "--tc 0.3s/0.2s", "time", "no move within 0.550 s");
}

#[test]
fn an_engine_that_is_late_is_blamed() {
    is_blamed(
        "late",
        "--tc 0.5s/0.2s/100/0/0/0.4s",
        "time",
        "no move within 0.450 s",
    );
}

#[test]
fn an_engine_that_is_not_ready_is_blamed() {
    is_blamed("unready", "--patience 1", "hang", "no readyok");
    is_blamed("mute", "--patience 1", "hang", "no aeiok");
}

#[test]
fn an_engine_that_breaks_the_protocol_is_blamed() {
    is_blamed("nonsense", "", "protocol", "\"Segmentation\" is no message");
    is_blamed("empty", "", "protocol", "empty bestmove");
    is_blamed("ready", "", "protocol", "`readyok` in answer to `go`");
    // The second answer must have come before the next question, or it answers that one.
    let unasked = "when nothing has asked for it";
    is_blamed_by(["twice", "slow"], "", "protocol", unasked);
    is_blamed("endless", "", "protocol", "longer than any message");
}

#[test]
fn a_flood_of_information_ends_with_the_clock() {
    is_blamed("flood", "--tc 0.3s/0.2s", "time", "no move");
}

#[test]
fn an_engine_may_resign() {
    let played = Match::against("resign", "--games 2");
    assert!(played.run().status.success());
    for game in played.games() {
        assert_eq!(
            (&game["winner"], &game["reason"]),
            (&"fair".into(), &"resignation".into())
        );
        assert_eq!(game["fault"], Value::Null);
        assert!(
            game["record"].as_str().unwrap().ends_with(" resigns"),
            "{game}"
        );
        let lines = game["record"].as_str().unwrap().lines().count();
        assert_eq!(game["times"].as_array().unwrap().len(), lines);
    }
}

#[test]
fn unfinished_games_are_decided_by_the_score_after_the_turns_of_the_time_control() {
    let played = Match::against("fair", "--games 2 --tc 10s/10s/100/0/3t --max-turns 50");
    assert!(played.run().status.success());
    for game in played.games() {
        assert_eq!(game["reason"], "score");
        let record = game["record"].as_str().unwrap();
        assert!(
            record.lines().last().unwrap().starts_with("3s "),
            "{record}"
        );
        let replayed = read_record(record, None).unwrap();
        let winner = loxodon::rules::match_score::winner_by_score(replayed.position().board());
        assert_eq!(game["winner"], game[winner.to_string()]);
    }
}

#[test]
fn a_lenient_match_passes_over_what_aei_does_not_have() {
    let played = Match::against("nonsense", "--games 2 --max-turns 4 --lenient --patience 1");
    assert!(played.run().status.success());
    assert!(
        played.games().iter().all(|game| game["reason"] == "hang"),
        "it sends no move either"
    );
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    let start = Instant::now();
    let played = Match::against("stay", "--games 2 --max-turns 2");
    assert!(played.run().status.success());
    assert_eq!(played.games().len(), 2);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn standard_error_of_engines_goes_to_its_file_and_never_to_ours() {
    let mut played = Match::against("fair", "--games 2 --max-turns 2");
    let output = played.run();
    assert!(!stdout(&output).contains("behaviour") && !stderr(&output).contains("behaviour"));
    let file = played.folder.path().join("stderr.txt");
    fs::remove_file(played.log()).unwrap();
    played
        .arguments
        .extend(["--engine-stderr".to_owned(), file.display().to_string()]);
    assert!(played.run().status.success());
    assert_eq!(
        fs::read_to_string(file)
            .unwrap()
            .matches("behaviour fair")
            .count(),
        2
    );
}

#[test]
fn a_program_that_does_not_exist_ends_the_match() {
    let output = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args([
            "match",
            "--games",
            "2",
            "--engine",
            "cmd=no-such-engine",
            "--engine",
            "cmd=no-such-either",
        ])
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(
        stderr(&output).contains("engine A (no-such-engine)"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_decided_test_ends_the_match_and_stays_decided() {
    let arguments = "--games 400 --concurrency 2 --sprt elo0=0 elo1=400 alpha=0.1 beta=0.1";
    let played = Match::against("resign 1", arguments);
    let output = played.run();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("H0 accepted"),
        "{}",
        stdout(&output)
    );
    let games = played.games();
    assert!((4..100).contains(&games.len()), "{}", games.len());
    let again = played.run();
    assert_eq!(stdout(&again), stdout(&output));
    assert_eq!(played.games(), games);
}

#[test]
fn a_summary_has_the_conditions_and_the_result_but_no_command() {
    let played = Match::against("resign 1", "--games 4 --tc 10s/10s --sprt elo0=0 elo1=40");
    assert!(played.run().status.success());
    // A match that is going on may have a line that is half written.
    let mut log = fs::read(played.log()).unwrap();
    log.extend(b"{\"game\":5");
    fs::write(played.log(), log).unwrap();
    let output = summary(&played.log());
    assert!(output.status.success(), "{}", stderr(&output));
    let line = stdout(&output);
    assert!(line.ends_with('\n') && !line.contains("scripted-engine"));
    let summary: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(summary["engines"][0]["name"], "odd");
    assert_eq!(summary["tc"], "10s/10s");
    assert_eq!(summary["sprt"][1], 40.0);
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["wins"], json!([0, 4]));
    assert_eq!(summary["pairs"], json!([2, 0, 0]));
    assert_eq!(summary["elo"], Value::Null);
    assert_eq!(summary["verdict"], "undecided");
}

#[test]
fn a_file_that_is_no_log_has_no_summary() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    for (text, reason) in [
        ("", "it is no log of games"),
        ("{}\n", "it is no log of games"),
        ("{\"loxodon_match\":1}\n", "its first line: missing field"),
        ("{\"loxodon_match\":1}\n[]\n", "line 2 is no game"),
    ] {
        fs::write(&path, text).unwrap();
        let output = summary(&path);
        assert_eq!(output.status.code(), Some(1), "{text:?}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("games.jsonl"),
            "{}",
            stderr(&output)
        );
    }
}

fn summary(log: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"));
    command.arg("summary").arg(log).output().unwrap()
}

/// The openings in the order of the games, with the sides.
fn pairings(games: &[Value]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    games
        .iter()
        .map(|game| (text(&game["opening"]), text(&game["gold"])))
        .collect()
}

fn with_openings(behaviour: &'static str, arguments: &str) -> Match {
    let mut played = Match::against(behaviour, arguments);
    let rows: Vec<String> = ["Ee2n", "Ee2n Ee3n", "Md2n", "Md2n Ee2n", "Db2n", "Dg2n"]
        .iter()
        .enumerate()
        .map(|(index, turn)| format!("{GOLD} ; {SILVER} ; {turn}\to{index}"))
        .collect();
    let file = played.folder.path().join("openings.tsv");
    fs::write(&file, format!("record\tid\n{}\n", rows.join("\n"))).unwrap();
    played
        .arguments
        .extend(["--openings".to_owned(), file.display().to_string()]);
    played
}

#[test]
fn the_same_seed_gives_the_same_openings_and_pairings() {
    let pairings_of = |seed: u32, concurrency: u32| {
        let arguments =
            format!("--games 12 --max-turns 3 --seed {seed} --concurrency {concurrency}");
        let played = with_openings("fair", &arguments);
        assert!(played.run().status.success());
        let games = played.games();
        for game in &games {
            let record = game["record"].as_str().unwrap();
            assert!(record.starts_with(&format!("1g {GOLD}\n1s ")), "{record}");
        }
        pairings(&games)
    };
    let pairings = pairings_of(1, 1);
    assert_eq!(pairings, pairings_of(1, 3));
    assert_ne!(pairings, pairings_of(2, 1));
    for pair in pairings.chunks(2) {
        assert_eq!(pair[0].0, pair[1].0);
        assert_eq!((pair[0].1.as_str(), pair[1].1.as_str()), ("odd", "fair"));
    }
}

/// Waits until the log has so many games.
fn wait_for_games(played: &Match, games: usize, running: &mut Child) {
    let start = Instant::now();
    while read_games(&played.log()).len() < games {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the match doesn't get on"
        );
        assert!(
            running.try_wait().unwrap().is_none(),
            "the match is over too soon"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_that_is_killed_goes_on_where_it_was() {
    let arguments = "--games 12 --concurrency 4 --max-turns 4 --tc 10s/10s --seed 5";
    let whole = with_openings("late", arguments);
    let mut running = whole
        .command()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_games(&whole, 3, &mut running);
    running.kill().unwrap();
    running.wait().unwrap();
    let before = whole.games();
    assert!((3..12).contains(&before.len()));

    // What a kill in the middle of a write leaves.
    let mut log = fs::read_to_string(whole.log()).unwrap();
    log.push_str("{\"game\":12,\"pair\":6,\"ope");
    fs::write(whole.log(), log).unwrap();

    let output = whole.run();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains(&format!("finished already: {} games", before.len())));
    assert!(stdout(&output).contains("12 games"));
    let after = whole.games();
    let numbers: Vec<_> = after
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
    for game in before {
        assert!(after.contains(&game), "{game} is lost");
    }
    let fresh = with_openings("fair", &arguments.replace("--tc 10s/10s", ""));
    fresh.run();
    assert_eq!(pairings(&after), pairings(&fresh.games()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_is_finished() {
    let played = Match::against(
        "hang 3",
        "--games 40 --concurrency 2 --max-turns 3 --tc 0.2s/0.1s",
    );
    let mut running = played
        .command()
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_games(&played, 2, &mut running);
    let kill = Command::new("kill")
        .args(["-INT", &running.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("interrupted"),
        "{}",
        stderr(&output)
    );
    let finished = played.games().len();
    assert!((2..40).contains(&finished));
    assert!(played.games().iter().all(|game| game["reason"] == "time"));
}

#[test]
fn a_log_of_another_match_is_refused() {
    let mut played = Match::against("fair", "--games 2 --max-turns 2");
    assert!(played.run().status.success());
    let log = fs::read(played.log()).unwrap();
    played
        .arguments
        .extend(["--seed".to_owned(), "7".to_owned()]);
    let output = played.run();
    assert!(!output.status.success());
    assert!(
        stderr(&output).contains("seed is 1 there and 7 now"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read(played.log()).unwrap(), log);
}

/// The last line of a log may be torn, but nothing is cut off a file that is no log, and nothing appended to it.
#[test]
fn files_that_are_no_log_stay_what_they_are() {
    let openings = format!("record\n{GOLD} ; {SILVER}");
    for content in [
        openings.as_str(),
        "a single line without an end",
        "{\"loxodon_match\":2",
    ] {
        let played = Match::against("fair", "--games 2 --max-turns 2");
        fs::write(played.log(), content).unwrap();
        let output = played.run();
        assert!(!output.status.success());
        assert!(
            stderr(&output).contains("no log of games"),
            "{}",
            stderr(&output)
        );
        assert_eq!(fs::read_to_string(played.log()).unwrap(), content);
    }
    let played = Match::against("fair", "--games 2 --max-turns 2");
    let openings_file = played.folder.path().join("openings.tsv");
    fs::write(&openings_file, &openings).unwrap();
    for other in [openings_file.clone(), played.log()] {
        let mut command = played.command();
        command.arg("--openings").arg(&openings_file);
        let output = command.arg("--engine-stderr").arg(&other).output().unwrap();
        assert!(!output.status.success());
        assert!(
            stderr(&output).contains("overwritten"),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(fs::read_to_string(&openings_file).unwrap(), openings);
}

#[test]
fn a_match_may_be_made_longer() {
    let mut played = Match::against("fair", "--max-turns 2 --games 2");
    assert!(played.run().status.success());
    played.arguments.pop();
    played.arguments.push("6".to_owned());
    assert!(played.run().status.success());
    assert_eq!(played.games().len(), 6);
}
