// Numbers and dates of profiles and leaderboards.

import { language } from "./i18n.js";

const DAY_MS = 86_400_000;

/** Return a number with that many decimal places and a real minus sign. */
export function decimal(value, places = 1) {
  const text = value.toFixed(places);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** Return a number with its sign: "+1.2", "−0.4", "0.0". */
export function signed(value, places = 1) {
  const text = decimal(Math.abs(value), places);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Return a moment as a date in words; `time`: with the time of day, `timeZone`: in another one than the browser's. */
export function dateText(moment, { time = false, timeZone } = {}) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone, ...(time ? { timeStyle: "short" } : {}) }).format(new Date(moment));
}

/** Are the moments so close together that dates alone would hardly tell them apart? */
export const isShort = (first, last) => new Date(last) - new Date(first) < 3 * DAY_MS;

/** Return round numbers from below the smallest value to above the largest, at most `most` steps apart. */
export function ticks(low, high, most = 4) {
  const span = Math.max(high - low, 1);
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => span / one <= most);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
