// The numbers that a hand makes by the rules of `dobon-sato` (docs/rules/dobon-sato.md, 1.6), as
// `domain/dobon/formula.py` computes them.

const HIGHEST = 13;

/** Return the numbers from 1 to 13 that all these numbers make together, ascending, each with its formulas. */
export function waitsOf(numbers) {
  const found = new Map();
  for (const [number, formula] of formulasOf(numbers).sort(([one], [other]) => one - other)) found.set(number, [...(found.get(number) ?? []), formula]);
  return found;
}

/** Return each number that can be called with its formula, in the order of + − × ÷. */
function formulasOf(numbers) {
  const cards = [...numbers].sort((one, other) => other - one);
  if (cards.length < 2) return cards.map((card) => [card, String(card)]);
  const sum = cards.reduce((all, card) => all + card, 0);
  const product = cards.reduce((all, card) => all * card, 1);
  const leaders = [...new Set(cards)].reverse();
  const made = [
    [sum, cards.join("+")],
    ...leaders.map((leader) => [2 * leader - sum, ledBy(leader, cards, "-")]),
    [product, cards.join("×")],
    ...leaders.map((leader) => [(leader * leader) / product, ledBy(leader, cards, "÷")]),
  ];
  return made.filter(([number]) => Number.isInteger(number) && number >= 1 && number <= HIGHEST);
}

function ledBy(leader, cards, sign) {
  const others = [...cards];
  others.splice(others.indexOf(leader), 1);
  return [leader, ...others].join(sign);
}
