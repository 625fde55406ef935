// Before a page that is for accounts alone: a name is asked for once, in the page itself. Whoever only looks on comes in as a guest.

import { currentPlayer, currentToken } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { createPlayer, nameForm, showProblem } from "./shell.js";

/** Resolves with the player of this browser; shows the door in `main` until there is one. `invited`: somebody has kept a seat for the visitor. */
export function signIn(main, { invited = false } = {}) {
  if (currentToken()) return Promise.resolve(currentPlayer());
  return new Promise((resolve) => {
    const watch = async (event) => {
      event.currentTarget.disabled = true;
      try {
        resolve(await createPlayer(t("common.guest"), { guest: true }));
      } catch (problem) {
        showProblem(problem);
        draw();
      }
    };
    const draw = () => {
      replace(
        main,
        h(
          "div",
          { class: "door panel stack" },
          h("h1", {}, t(invited ? "common.door.invited" : "common.door")),
          nameForm({ done: resolve, go: t(invited ? "common.name.go" : "common.door.go") }),
          !invited && h("button", { type: "button", class: "quiet", dataset: { key: "watch" }, onclick: watch }, t("common.door.watch")),
        ),
      );
    };
    draw();
    main.querySelector("input").focus();
  });
}
