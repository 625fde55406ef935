// The settings in the header: language, colours and sounds. Each is remembered.

import { h } from "./dom.js";
import { language, LANGUAGES, setLanguage, t } from "./i18n.js";
import { playSound, setSoundMode, SOUND_MODES, soundMode } from "./sounds.js";
import { getStored, setStored } from "./storage.js";

const LANGUAGE_NAMES = { ja: "日本語", en: "English" };

function radioGroup(legend, name, values, chosen, onChoose) {
  return h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h(
      "div",
      { class: "segments" },
      values.map(([value, words, lang]) =>
        h(
          "label",
          { lang },
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }),
          h("span", {}, words),
        ),
      ),
    ),
  );
}

/** The language of the page; the focus stays on the chosen one. */
export function languageSetting() {
  const values = LANGUAGES.map((name) => [name, LANGUAGE_NAMES[name], name]);
  return radioGroup(t("common.language"), "language", values, language(), async (name) => {
    await setLanguage(name);
    document.querySelector(`input[name="language"][value="${name}"]`)?.focus();
  });
}

/** The colours of the pages. */
export function themeSetting() {
  const values = ["system", "light", "dark"].map((name) => [name, t(`common.theme.${name}`)]);
  return radioGroup(t("common.theme"), "theme", values, getStored("theme") ?? "system", (name) => {
    setStored("theme", name === "system" ? null : name);
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  });
}

/** The switch for sounds; a change is heard. */
export function soundSetting() {
  const values = SOUND_MODES.map((mode) => [mode, t(`common.sound.${mode}`)]);
  return radioGroup(t("common.sound"), "sound", values, soundMode(), (mode) => {
    setSoundMode(mode);
    playSound("dobon");
  });
}
