// zod would try `new Function` first, which the page's policy refuses and reports.
globalThis.__zod_globalConfig = { jitless: true }
const loading = import('../../../src/engine.ts')
/** Loaded once the first issues are there. */
const loadTools = () => import('./tools.ts')

let last = { key: undefined, ruleset: undefined }

async function read(ruleset) {
  const { createRuleset } = await loading
  const key = JSON.stringify(ruleset)
  const [name, text] = ruleset[0]
  if (last.key !== key)
    last = { key, ruleset: await createRuleset(text, Object.fromEntries(ruleset), { name }) }
  return last.ruleset
}

/** What the page asks, with each file's name and text, the main one's first: `definition`, `ruleset` and `old`. */
const asks = {
  check: async ({ definition, ruleset }) => {
    const [rules, { evaluate }] = [await read(ruleset), await loading]
    const [name, text] = definition[0]
    const issues = await evaluate({ name, text, files: Object.fromEntries(definition) }, rules)
    return { issues, rules: rules.rule_ids.length }
  },
  mark: async ({ definition, ruleset, issues }) => ({
    fixable: await (await loadTools()).listFixable(definition, await read(ruleset), issues),
  }),
  fix: async ({ definition, ruleset, only }) =>
    (await loadTools()).fix(definition, await read(ruleset), only),
  diff: async ({ old, definition }) => ({ text: await (await loadTools()).diff(old, definition) }),
  explain: async ({ definition, ruleset, rule }) => ({
    rule: await (await loadTools()).explain(definition, await read(ruleset), rule),
  }),
}

self.onmessage = async ({ data: { id, ask, ...texts } }) => {
  const started = performance.now()
  const answer = (found) => self.postMessage({ id, ...found, ms: performance.now() - started })
  try {
    answer(await asks[ask](texts))
  } catch (error) {
    const { message, hint = '', place, issues = [] } = error
    answer({ issues, fault: { message, hint, place } })
  }
}
