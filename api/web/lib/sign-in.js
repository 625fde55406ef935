// Sign-in for pages that need an account: the page asks for a name once. A visitor who only watches enters as a guest.

import { currentPlayer, currentToken } from "./player.js";
import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { createPlayer, nameForm, showProblem } from "./shell.js";

/**
 * Resolve with the player of this browser; show the sign-in in `main` until there is one. `invited`: the address holds
 * an invitation.
 */
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
          { class: "sign-in panel stack" },
          h("h1", {}, t(invited ? "common.sign-in.invited" : "common.sign-in")),
          nameForm({ done: resolve, go: t(invited ? "common.name.go" : "common.sign-in.go") }),
          !invited && h("button", { type: "button", class: "quiet", dataset: { key: "watch" }, onclick: watch }, t("common.sign-in.watch")),
        ),
      );
    };
    draw();
    main.querySelector("input").focus();
  });
}
