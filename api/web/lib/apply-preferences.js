// Applies the stored theme and language before the page is drawn. A classic script, because a module would run too late
// and the page would flash in the wrong colours.
"use strict";
(() => {
  const root = document.documentElement;
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const theme = kept("dobon.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const language = kept("dobon.language") || (navigator.language || "").toLowerCase().slice(0, 2);
  root.lang = language === "ja" ? "ja" : "en";
})();
