// Before anything is drawn: the theme and the language that were chosen here before. A classic script, so that nothing flashes.
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
