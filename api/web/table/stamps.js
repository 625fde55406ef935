// Stamps: a few small pictures that players send each other. They are no part of the game.

/** Filled in once the table can tell them. */
export class Stamps {
  of() {
    return null;
  }
  face() {
    return "";
  }
  show() {}
  bar() {
    return null;
  }
}
