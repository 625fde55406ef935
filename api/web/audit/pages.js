// Lists that are loaded page by page, queries of filters, and work whose problem a panel shows.

/** Return the query without its empty values. */
export function filled(query) {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value));
}

/** Do some work, note in `state.problem` whether it failed, and draw. */
export async function workAndDraw(state, work, draw) {
  try {
    await work();
    state.problem = null;
  } catch (problem) {
    state.problem = problem;
  }
  draw();
}

/**
 * Load the first page of a list, or with `more` the next one, and draw. `ask(query)` returns the page. Its entries are
 * in `field` and are collected in `state.found`. Empty values are left out of the query.
 */
export function loadPage(state, { ask, field, query, more, draw }) {
  return workAndDraw(state, async () => {
    const page = await ask(filled({ ...query, cursor: more ? state.next : "" }));
    Object.assign(state, { found: more ? [...state.found, ...page[field]] : page[field], next: page.next });
  }, draw);
}
