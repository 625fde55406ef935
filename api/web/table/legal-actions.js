// The actions that can be built from those that a view lists: each as it stands, or with what its `more` adds.

/** Return the entry of the list from which an action can be built, or null. Cards of equal code count one by one. */
export function entryOf(entries, action) {
  return entries.find((entry) => isBuiltFrom(entry, action)) ?? null;
}

function isBuiltFrom({ action: listed, more = {} }, action) {
  if (listed.type !== action.type || listed.on !== action.on || listed.card !== action.card) return false;
  if (listed.suit !== action.suit && !more.suits?.includes(action.suit)) return false;
  if (listed.extra !== action.extra && (!more.extra?.includes(action.extra) || action.cards.includes(action.extra))) return false;
  return addsOnly(listed.cards, action.cards, more.cards, more.most, listed.type === "play") && addsOnly(pairTexts(listed.pairs), pairTexts(action.pairs), pairTexts(more.pairs));
}

/** Are these the listed items and some of those that may be added? A `play` keeps its first card. */
function addsOnly(listed = [], items = [], addable = [], most = Infinity, keepsFirst = false) {
  if (keepsFirst && listed[0] !== items[0]) return false;
  const left = [...addable];
  const missing = [...listed];
  for (const item of items) {
    const from = missing.includes(item) ? missing : left;
    if (!from.includes(item)) return false;
    from.splice(from.indexOf(item), 1);
  }
  return !missing.length && (items.length === listed.length || items.length <= most);
}

const pairTexts = (pairs) => pairs?.map((pair) => pair.join("-"));
