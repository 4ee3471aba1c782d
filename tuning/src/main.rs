//! Tools that make Loxodon stronger.

fn main() {}
