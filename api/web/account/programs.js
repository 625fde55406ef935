// The programs that may use the account: their tokens, each with permissions and an end.

import { h } from "../lib/dom.js";
import { language, localized, t } from "../lib/i18n.js";
import { request } from "../lib/server.js";
import { copyText, dialog, problemText, showProblem } from "../lib/shell.js";
import { confirmStep, day } from "./parts.js";

const PATH = "/v1/players/me/personal-tokens";
const DAYS = [7, 30, 90, 365];

/** Return the section; `scopes` are all permissions, `reload()` reads the account again and draws the page. */
export function programsSection(tokens, scopes, reload) {
  const words = new Map(scopes.map(({ name, title }) => [name, localized(title)]));
  return h("section", { class: "panel", "aria-labelledby": "programs" },
    h("h2", { id: "programs" }, t("account.programs")),
    h("p", { class: "muted small" }, t("account.programs.why")),
    tokens.length > 0 && h("ul", { class: "entries" }, tokens.map((token) => entry(token, words, reload))),
    h("p", { class: "row" }, h("button", { type: "button", dataset: { key: "new-token" }, onclick: () => create(scopes, reload) }, t("account.program.new"))));
}

function entry(token, words, reload) {
  const over = Date.parse(token.expires_at) <= Date.now();
  const end = t("account.program.end");
  return h("li", { class: "entry" },
    h("span", { class: "entry-words" },
      h("span", {}, token.name),
      h("ul", { class: "permissions small" }, token.scopes.map((scope) => h("li", {}, words.get(scope)))),
      h("span", { class: "muted small" }, [
        token.used_at ? t("account.used", { day: day(token.used_at) }) : t("account.program.unused"),
        t(over ? "account.program.over" : "account.program.until", { day: day(token.expires_at) }),
      ].join(language() === "ja" ? "、" : ", "))),
    h("button", { type: "button", class: "quiet", "aria-label": `${end}: ${token.name}`, dataset: { key: `end-token-${token.id}` }, onclick: () => endToken(token, reload) }, end));
}

async function endToken(token, reload) {
  if (!(await confirmStep(t("account.program.end.sure", { name: token.name }), t("account.program.end.why"), t("account.program.end")))) return;
  try {
    await request("DELETE", `${PATH}/${token.id}`);
  } catch (problem) {
    showProblem(problem);
  }
  await reload();
}

async function create(scopes, reload) {
  const made = await dialog({ title: t("account.program.new"), actions: [], body: (close) => form(scopes, close) });
  if (!made) return;
  await dialog({
    title: made.name,
    body: h("div", { class: "stack" },
      h("p", {}, t("account.program.shown")),
      h("p", { class: "token", dataset: { testid: "token" } }, made.token),
      h("p", { class: "row" }, h("button", { type: "button", onclick: () => copyText(made.token) }, t("common.copy")))),
    actions: [{ label: t("account.codes.kept"), value: true, kind: "primary" }],
  });
  await reload();
}

function form(scopes, close) {
  const problem = h("p", { class: "error", role: "alert" });
  const name = h("input", { id: "program-name", type: "text", required: true, maxlength: 64, autofocus: true });
  const boxes = scopes.map((scope) => h("label", { class: "permission" }, h("input", { type: "checkbox", value: scope.name }), h("span", {}, localized(scope.title))));
  const days = h("select", { id: "program-days" }, DAYS.map((count) => h("option", { value: count, selected: count === 30 }, t("account.program.days", { count }))));
  const submit = async (event) => {
    event.preventDefault();
    const chosen = boxes.map((box) => box.firstChild).filter((input) => input.checked).map((input) => input.value);
    if (chosen.length === 0) {
      problem.textContent = t("account.program.none");
      return;
    }
    try {
      close((await request("POST", PATH, { body: { name: name.value.trim(), scopes: chosen, days: Number(days.value) } })).data);
    } catch (failed) {
      problem.textContent = problemText(failed);
    }
  };
  return h("form", { class: "stack", onsubmit: submit },
    h("label", { for: "program-name" }, t("account.program.name")), name,
    h("fieldset", { class: "permissions-choice" }, h("legend", {}, t("account.program.may")), boxes),
    h("label", { for: "program-days" }, t("account.program.for")), days, problem,
    h("p", { class: "row" }, h("button", { class: "primary", dataset: { key: "create-token" } }, t("account.program.create"))));
}
