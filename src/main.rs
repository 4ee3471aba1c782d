//! The command `loxodon`.

fn main() {}
