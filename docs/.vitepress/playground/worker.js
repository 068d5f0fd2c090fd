// zod would try `new Function` first, which the page's policy refuses and reports.
globalThis.__zod_globalConfig = { jitless: true }
const loading = import('../../../dist/engine.mjs')

let last = { key: undefined, ruleset: undefined }

/** @param {{ definition: [string, string][], ruleset: [string, string][] }} texts each file's name and text, the first one's first */
async function run({ definition, ruleset }) {
  const { createRuleset, evaluate } = await loading
  const key = JSON.stringify(ruleset)
  const [[rules, rulesText], [name, text]] = [ruleset[0], definition[0]]
  if (last.key !== key)
    last = { key, ruleset: await createRuleset(rulesText, Object.fromEntries(ruleset), { name: rules }) }
  const issues = await evaluate({ name, text, files: Object.fromEntries(definition) }, last.ruleset)
  return { issues, rules: last.ruleset.rule_ids.length }
}

self.onmessage = async ({ data }) => {
  const started = performance.now()
  try {
    const found = await run(data)
    self.postMessage({ ...found, ms: performance.now() - started })
  } catch (error) {
    const { message, hint = '', place, issues = [] } = error
    self.postMessage({ issues, fault: { message, hint, place }, ms: performance.now() - started })
  }
}
