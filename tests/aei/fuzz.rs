//! Whatever a controller sends, a session neither panics nor hangs, and says only what the protocol has.

use std::io::Cursor;
use std::sync::mpsc::channel;
use std::thread;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::driver::{Engine, PATIENCE, check_line, count};
use loxodon::aei::{self, Command, ExitStatus, ParseCommandError};
use loxodon::eval::Network;

/// Lines of sensible sessions, and some that belong together. Options that would make the machine work hard when a digit is doubled are not among
/// them.
const LINES: [&str; 69] = [
    "aei",
    "isready",
    "newgame",
    "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]",
    "setposition s [rrrrrrrrhdcemcdh....................x...........HDCMECDHRRRRRRRR]",
    "setposition w [*xXx  r                 E e               R             C       ]",
    "setposition g [                                                                ]",
    "setposition b [rr      E                              e               R       r]",
    "setposition g \"rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR\"",
    "setposition g rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR",
    "SETPOSITION\tS \t[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
    "setposition s [................................................HDCMECDHRRRRRRRR]",
    "setposition s [                                                                ]",
    "setposition g [rrrrrrrrhdcemcdh                                                ]",
    "setposition g [r                                                       Re      ]",
    "setoption name hash value 1",
    "setoption name tcmove value 0.02",
    "setoption name tcreserve value 0.5",
    "setoption name tcpercent value 100",
    "setoption name tcmax value 1",
    "setoption name tctotal value 1",
    "setoption name tcturns value 90",
    "setoption name tcturntime value 1",
    "setoption name greserve value 0",
    "setoption name sreserve value 1",
    "setoption name greserve value -2",
    "SetOption\tName  SRESERVE Value -0.5",
    "setoption name moveused value -1",
    "setoption name tcmax value -1",
    "setoption name event value Fête à Łódź",
    "setoption name dépôt value 1",
    "setoption name depth value zwölf",
    "setoption name gused value 1",
    "setoption name sused value 1.5",
    "setoption name lastmoveused value 1",
    "setoption name moveused value 0",
    "setoption name moveused value 1",
    "setoption name opponent value somebody else",
    "setoption name rated value 1",
    "setoption name rating",
    "setoption name depth value 3",
    "setoption name depth value 0",
    "setoption name nothing value 0",
    "makemove Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2",
    "makemove ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7",
    "makemove Ee2n Ee3n Ee4n Ee5n",
    "makemove ed7s",
    "makemove Ha2n",
    "makemove Ee2n Ee3s",
    "makemove takeback",
    "MAKEMOVE TAKEBACK",
    "makemove Éé2n",
    "go",
    "go",
    "go ponder",
    "Go Ponder",
    "stop",
    "STOP",
    "go\nisready\nstop\nisready",
    "go\nstop\nmakemove Ee2n",
    "go ponder\nisready\nstop",
    "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]\ngo\nmakemove Ee2n\ngo\ngo",
    "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]\ngo ponder\nmakemove Ee2n",
    "newgame\nmakemove Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\ngo\nstop",
    "newgame\ngo\nnewgame\ngo ponder\nstop",
    "setposition g [r                                                       Re      ]\ngo ponder\nstop\ngo ponder\ngo\nstop",
    "setposition g \"rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR\"\nmakemove Ee2n\nmakemove takeback\ngo ",
    "setposition s [................................................HDCMECDHRRRRRRRR]\ngo\nmakemove ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\ngo\nstop",
    "newgame\ngo\nmakemove takeback\ngo ponder\nmakemove takeback\nstop",
];

/// What a line may suffer.
#[derive(Clone, Debug)]
enum Change {
    Remove(Index),
    Insert(Index, u8),
    Replace(Index, u8),
    Cut(Index),
    Double,
    SwapWords(Index, Index),
}

fn changed(line: &str, changes: Vec<Change>) -> Vec<u8> {
    let mut line = line.as_bytes().to_vec();
    for change in changes {
        if line.is_empty() {
            break;
        }
        let len = line.len();
        match change {
            Change::Remove(at) => {
                line.remove(at.index(len));
            }
            Change::Insert(at, byte) => line.insert(at.index(len + 1), byte),
            Change::Replace(at, byte) => line[at.index(len)] = byte,
            Change::Cut(at) => line.truncate(at.index(len)),
            Change::Double => line.extend(line.clone()),
            Change::SwapWords(one, other) => {
                let mut words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
                let (one, other) = (one.index(words.len()), other.index(words.len()));
                words.swap(one, other);
                line = words.join(&b' ');
            }
        }
    }
    line
}

fn any_change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let byte = || prop_oneof![any::<u8>(), 32..127u8];
    prop_oneof![
        at().prop_map(Change::Remove),
        (at(), byte()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        (at(), byte()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        at().prop_map(Change::Cut),
        Just(Change::Double),
        (at(), at()).prop_map(|(one, other)| Change::SwapWords(one, other)),
    ]
}

/// A line whose first word is right, so that the session goes on after it.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let valid = || select(&LINES[..]);
    let with_arguments = |line: &str, arguments: &[u8]| {
        let (message, _) = line.split_once(' ').unwrap_or((line, ""));
        let mut line = format!("{message} ").into_bytes();
        line.extend(arguments.iter().filter(|&&byte| byte != b'\n'));
        line
    };
    let changed_arguments = move |(line, changes): (&str, _)| {
        let (_, arguments) = line.split_once(' ').unwrap_or((line, ""));
        with_arguments(line, &changed(arguments, changes))
    };
    prop_oneof![
        12 => valid().prop_map(|line| line.as_bytes().to_vec()),
        4 => (valid(), vec(any_change(), 1..4)).prop_map(changed_arguments),
        1 => (valid(), vec(any::<u8>(), 0..60))
            .prop_map(move |(line, bytes)| with_arguments(line, &bytes)),
    ]
}

/// A line that is likely to end the session.
fn last_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(b"quit".to_vec()),
        (select(&LINES[..]), vec(any_change(), 1..4))
            .prop_map(|(line, changes)| changed(line, changes)),
        "\\PC{0,40}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..60),
    ]
}

/// A session that opens well, mostly, and then goes anywhere.
fn any_session() -> impl Strategy<Value = Vec<u8>> {
    let opening = prop_oneof![
        8 => Just("aei\nsetoption name hash value 1\nnewgame\n"),
        1 => Just("\u{feff}AEI\nsetoption name hash value 1\nnewgame\n"),
        1 => Just(""),
    ];
    let line_end = select(&["\n", "\r\n"][..]);
    let lines = vec((any_line(), line_end), 0..60);
    (opening, lines, last_line()).prop_map(|(opening, lines, last)| {
        let mut session = opening.as_bytes().to_vec();
        for (line, end) in lines {
            session.extend(line);
            session.extend(end.as_bytes());
        }
        session.extend(last);
        session.push(b'\n');
        session
    })
}

/// Runs a session in this process and hands back what was said.
fn run(input: Vec<u8>) -> (ExitStatus, Vec<String>) {
    let (sender, result) = channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        let status = aei::run(Network::built_in(), Cursor::new(input), &mut output);
        sender.send((status, output)).unwrap();
    });
    let (status, output) = result
        .recv_timeout(PATIENCE)
        .expect("the session ends and does not panic");
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    (status, text.lines().map(str::to_owned).collect())
}

/// What must hold of everything that was said to `input`.
fn check(input: &[u8], failed: bool, lines: &[String]) {
    let mut allowed = 0;
    let mut unrecognised = false;
    let input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    for line in input.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        match line.parse() {
            Ok(Command::Go | Command::Stop) => allowed += 1,
            Err(ParseCommandError::UnrecognisedType { .. }) if !line.trim().is_empty() => {
                unrecognised = true;
            }
            _ => {}
        }
    }
    for line in lines {
        check_line(line);
    }
    assert_eq!(count(lines, "log Error: the search has"), 0);
    assert!(count(lines, "bestmove") <= allowed);
    assert!(unrecognised || !failed);
    if failed {
        let last = lines.last().unwrap();
        assert!(last.starts_with("log Error: ") && last.contains("is no message"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_session_panics_or_hangs(input in any_session()) {
        let (status, lines) = run(input.clone());
        check(&input, status == ExitStatus::Failure, &lines);
    }

    #[test]
    fn arbitrary_bytes_are_survived(input in vec(any::<u8>(), 0..300)) {
        let (status, lines) = run(input.clone());
        check(&input, status == ExitStatus::Failure, &lines);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn the_real_binary_survives_too(input in any_session(), closes in any::<bool>()) {
        let mut engine = Engine::start();
        engine.send_bytes(&input);
        if closes {
            engine.close_input();
        } else {
            engine.send("quit");
        }
        let ended = engine.wait();
        prop_assert!(ended.code == 0 || ended.code == 1, "{:?}", ended);
        prop_assert_eq!(ended.errors, "");
        check(&input, ended.code == 1, &ended.lines);
    }
}
