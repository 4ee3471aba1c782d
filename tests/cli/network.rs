use loxodon::eval::{Network, layers::Layers};

use crate::ARRAY;
use crate::program::{Files, run};

/// A network that finds every position level.
fn level() -> Vec<u8> {
    let layers = Layers::zeros(Network::built_in().layers().hidden);
    let mut bytes = Vec::new();
    let network = Network::new(layers, 300.0, "level".to_owned()).unwrap();
    network.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn another_network_evaluates() {
    let files = Files::new();
    let network = files.write("level.nnue", level());
    let without_the_camel = ARRAY.replace('m', ".");
    let score = |arguments: &[&str]| {
        let shown = run(&[&["show", &without_the_camel, "--json"], arguments].concat()).object();
        shown["evaluation"]["score"].as_i64().unwrap()
    };
    assert!(score(&[]) > 100);
    assert_eq!(score(&["--network", &network]), 0);
}

#[test]
fn what_is_no_network_is_refused() {
    let files = Files::new();
    let mut damaged = level();
    damaged[1000] ^= 1;
    for (name, bytes, reason) in [
        ("damaged", damaged.clone(), "the file is damaged"),
        ("short", damaged[..5000].to_vec(), "the file has 5000 bytes"),
        (
            "foreign",
            b"scale: 300".to_vec(),
            "this is no network for Loxodon",
        ),
    ] {
        let file = files.write(name, bytes);
        for command in [&["show", ARRAY][..], &["analyze"], &["bench"], &["aei"]] {
            let arguments = [command, &["--network", &file]].concat();
            run(&arguments).fails(2, &[&file, reason]);
        }
    }
    run(&["analyze", "--network", "no such file"]).fails(2, &["no such file can't be read"]);
}
