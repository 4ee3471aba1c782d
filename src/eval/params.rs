//! The numbers of the evaluation, in centi-rabbits.

/// What each unspent step is worth to the side to move.
pub(super) const UNSPENT_STEP: i32 = 6;

/// HarLog's `2/Q`, scaled so that the first rabbit lost costs 100.
pub(super) const STRONGEST: i32 = 1105;
/// HarLog's `1/(Q+n)` for `n` stronger enemy pieces, `Q` = 1.4475; the first entry is not used.
pub(super) const WITH_STRONGER: [i32; 9] = [0, 327, 232, 180, 147, 124, 107, 95, 85];
/// HarLog's `G ln n`, `G` = 0.6314, for a number of rabbits or pieces; without any the game is lost anyway.
pub(super) const LOG: [i32; 17] = [
    -353, 0, 350, 555, 700, 813, 905, 982, 1050, 1109, 1163, 1211, 1255, 1295, 1332, 1367, 1400,
];

/// For each kind, from the own first row on, the files a (or h) to d (or e).
pub(super) const PLACEMENT: [[[i32; 4]; 8]; 6] = [
    // Rabbits stay home and on the flanks until the board is open; near the goal they are worth something again.
    [
        [0, 0, 0, 0],
        [2, 1, -4, -2],
        [4, 0, -12, -8],
        [4, -4, -16, -12],
        [6, -4, -16, -12],
        [12, 4, -14, -4],
        [40, 36, 34, 34],
        [0, 0, 0, 0],
    ],
    // Cats guard the home traps.
    [
        [-4, -2, -2, -2],
        [0, 4, 8, 4],
        [0, 6, -8, 4],
        [-8, -8, -10, -10],
        [-16, -16, -18, -18],
        [-24, -20, -30, -20],
        [-26, -22, -22, -22],
        [-28, -26, -26, -26],
    ],
    // Dogs do the same, a little further forward.
    [
        [-6, -4, -4, -4],
        [-2, 2, 6, 2],
        [0, 8, -6, 6],
        [-2, -2, -4, -4],
        [-10, -10, -12, -12],
        [-16, -12, -26, -14],
        [-20, -18, -16, -18],
        [-24, -22, -22, -22],
    ],
    // Horses attack on the flanks.
    [
        [-12, -10, -10, -10],
        [-4, 0, 0, -2],
        [4, 6, -6, 2],
        [6, 8, 4, 2],
        [8, 12, 6, 4],
        [6, 16, -6, 6],
        [0, 8, 12, 0],
        [-10, -6, -4, -6],
    ],
    // The camel goes forward where the enemy elephant is not, and never too deep.
    [
        [-16, -12, -12, -12],
        [-4, 0, 2, 0],
        [2, 8, -6, 6],
        [2, 10, 8, 8],
        [-4, 6, 4, 4],
        [-14, 0, -14, -4],
        [-24, -14, -10, -14],
        [-34, -28, -26, -28],
    ],
    // The elephant belongs in the middle.
    [
        [-50, -40, -36, -36],
        [-30, -18, -14, -12],
        [-16, 0, 2, 6],
        [-8, 8, 14, 18],
        [-8, 10, 16, 18],
        [-16, 8, 10, 14],
        [-34, -10, -4, -10],
        [-54, -42, -38, -38],
    ],
];

/// By the number of own pieces beside a trap.
pub(super) const DEFENDERS: [i32; 5] = [0, 22, 42, 50, 52];
/// For the strongest piece beside a trap.
pub(super) const STRONGEST_DEFENDER: i32 = 26;
/// For a piece on a trap, by the number of its defenders; with a single one it hangs by a thread.
pub(super) const ON_TRAP: [i32; 5] = [-60, -36, -8, -2, 0];

/// For a frozen piece, by kind.
pub(super) const FROZEN: [i32; 6] = [-8, -18, -22, -38, -60, 0];
/// For a piece beside a stronger enemy that a friend keeps free, by kind.
pub(super) const HELD_FREE: [i32; 6] = [-2, -6, -8, -14, -22, 0];

/// A rabbit can walk to its goal within a turn of four steps.
pub(super) const GOAL_IN_ONE_TURN: i32 = 150;
/// A rabbit can walk to its goal within eight steps.
pub(super) const GOAL_IN_TWO_TURNS: i32 = 30;
/// An advanced rabbit's next square is empty and out of reach of enemy pieces.
pub(super) const OPEN_WAY: i32 = 10;
