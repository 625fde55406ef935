// Formulas of calls as text.

const SIGNS = { "*": "×", "/": "÷", "-": "−" };

/** Return a formula with the signs of handwriting. */
export function formatFormula(formula) {
  return formula.replace(/[*/-]/g, (sign) => SIGNS[sign]).replace(/([+×÷−])/g, " $1 ");
}
