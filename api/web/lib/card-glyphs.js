// The paths of the suit signs and of the rank letters, and the positions of the pips.

/** Each suit in a box of 100 by 100. */
export const SUITS = {
  S: "M50 3C60 28 95 40 95 64C95 80 82 87 71 84C63 82 58 77 54 71C55 83 59 91 68 97H32C41 91 45 83 46 71C42 77 37 82 29 84C18 87 5 80 5 64C5 40 40 28 50 3Z",
  C: "M50 4A22 22 0 0 1 65 42A22 22 0 1 1 54 66C55 81 59 91 69 97H31C41 91 45 81 46 66A22 22 0 1 1 35 42A22 22 0 0 1 50 4Z",
  H: "M50 95C24 70 4 50 4 29C4 12 17 4 29 4C40 4 47 11 50 20C53 11 60 4 71 4C83 4 96 12 96 29C96 50 76 70 50 95Z",
  D: "M50 2C59 21 72 37 87 50C72 63 59 79 50 98C41 79 28 63 13 50C28 37 41 21 50 2Z",
};

/** A line inside hearts and diamonds, so that the suits also differ without colours. */
export const ENGRAVINGS = {
  H: "M50 79C32 61 17 46 17 30C17 21 23 17 30 17C40 17 45 25 50 36C55 25 60 17 70 17C77 17 83 21 83 30C83 46 68 61 50 79Z",
  D: "M50 24C56 34 63 43 71 50C63 57 56 66 50 76C44 66 37 57 29 50C37 43 44 34 50 24Z",
};

/** Each rank as lines in a box of 64 by 92, to be stroked. */
export const RANKS = {
  1: "M5 88L32 4L59 88M15 60H49",
  2: "M8 27C8 -3 56 -3 56 26C56 46 22 60 8 88H57",
  3: "M9 5H53L29 37C66 36 66 88 31 88C19 88 10 82 6 71",
  4: "M44 88V4L5 63H59",
  5: "M52 5H16L12 41C27 30 58 34 58 60C58 93 15 95 6 73",
  6: "M50 5C24 14 8 40 8 62C8 96 57 96 57 62C57 33 16 31 9 55",
  7: "M6 5H58C44 28 31 54 26 88",
  8: "M32 42C4 37 6 4 32 4C58 4 60 37 32 42C-1 47 1 88 32 88C63 88 65 47 32 42Z",
  9: "M14 87C40 78 57 52 57 30C57 -4 7 -4 7 30C7 59 48 61 55 37",
  10: "M3 18L15 6V88M46 4C24 4 24 88 46 88C68 88 68 4 46 4Z",
  11: "M20 5H58M46 5V62C46 96 9 96 6 66",
  12: "M32 4C-4 4 -4 88 32 88C68 88 68 4 32 4ZM37 64L60 92",
  13: "M10 4V88M56 4L10 54M26 38L59 88",
};

/** A star with five points in a box of 100 by 100: the sign of jokers. */
export const STAR = "M50 4L61 38L97 38L68 59L79 94L50 73L21 94L32 59L3 38L39 38Z";

/** The positions [x, y] of the pips of each number, on a card of 250 by 350; pips in the lower half are upside down. */
const LEFT = 86;
const MIDDLE = 125;
const RIGHT = 164;
export const PIP_POSITIONS = {
  2: [[MIDDLE, 72], [MIDDLE, 278]],
  3: [[MIDDLE, 72], [MIDDLE, 175], [MIDDLE, 278]],
  4: [[LEFT, 72], [RIGHT, 72], [LEFT, 278], [RIGHT, 278]],
  5: [[LEFT, 72], [RIGHT, 72], [MIDDLE, 175], [LEFT, 278], [RIGHT, 278]],
  6: [[LEFT, 72], [RIGHT, 72], [LEFT, 175], [RIGHT, 175], [LEFT, 278], [RIGHT, 278]],
  7: [[LEFT, 72], [RIGHT, 72], [MIDDLE, 123], [LEFT, 175], [RIGHT, 175], [LEFT, 278], [RIGHT, 278]],
  8: [[LEFT, 72], [RIGHT, 72], [MIDDLE, 123], [LEFT, 175], [RIGHT, 175], [MIDDLE, 227], [LEFT, 278], [RIGHT, 278]],
  9: [
    [LEFT, 66], [RIGHT, 66], [LEFT, 139], [RIGHT, 139], [MIDDLE, 175],
    [LEFT, 211], [RIGHT, 211], [LEFT, 284], [RIGHT, 284],
  ],
  10: [
    [LEFT, 66], [RIGHT, 66], [MIDDLE, 102], [LEFT, 139], [RIGHT, 139],
    [LEFT, 211], [RIGHT, 211], [MIDDLE, 248], [LEFT, 284], [RIGHT, 284],
  ],
};
