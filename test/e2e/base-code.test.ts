import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitRepository } from './git-repository.ts'
import { projectRoot } from './run-gov.ts'

const api = (title: string) => `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`
const rules =
  'functions: [once]\nrules: { once: { given: $.info, severity: error, then: { function: once } } }\n'
const first = '=== 1 ? [{ message: "the first that it meets" }] : []'

/** Each finds something in the first evaluation that it knows of, and nothing in later ones. */
const codes = {
  'a variable': { 'once.js': `let met = 0\nexport default () => ++met ${first}\n` },
  'a global': { 'once.js': `export default () => (globalThis.met = (globalThis.met ?? 0) + 1) ${first}\n` },
  'a prototype': {
    'once.js': `export default () => (Array.prototype.met = (Array.prototype.met ?? 0) + 1) ${first}\n`,
  },
  'another file': {
    'once.js': `import { seen } from './seen.js'\nexport default () => seen.push(1) ${first}\n`,
    'seen.js': 'export const seen = []\n',
  },
}

const places = {
  'a workspace': {
    folder: 'fleet/rulesets/rs-docs',
    config: 'dashboard: { url: embedded, workspace: fleet }\nruleset_ids: [rs-docs]\n',
  },
  'a file': { folder: 'rulesets', config: 'ruleset_files: [rulesets/rules.yaml]\n' },
}

it.each(Object.keys(codes).flatMap((how) => Object.keys(places).map((where) => [where, how] as const)))(
  'a ruleset of %s keeps nothing from one version of a definition for the other in %s',
  async (where, how) => {
    const { folder, config } = places[where as keyof typeof places]
    const { cwd, sh, write } = await gitRepository()
    cpSync(join(projectRoot, 'fixtures/workspace'), join(cwd, 'fleet'), { recursive: true })
    write('.governance.yml', `version: 1\ndefinitions: ["*-api.yaml"]\n${config}`)
    write(`${folder}/rules.yaml`, rules)
    for (const [name, text] of Object.entries(codes[how as keyof typeof codes]))
      write(`${folder}/functions/${name}`, text)
    for (const name of ['a', 'b', 'c']) write(`${name}-api.yaml`, api(name))
    await sh('git add -A && git commit -qm one && git checkout -qb change')
    for (const name of ['a', 'b', 'c']) write(`${name}-api.yaml`, api(`${name} changed`))
    const { exitCode, stdout, stderr } = await sh('gov check --ci none --format json --base main', {
      GOV_TOKEN: 'demo-key-pipeline',
    })
    const { issues }: { issues: { rule_id: string; api_id: string; known?: true }[] } = JSON.parse(stdout)
    const found = issues.map(({ rule_id, known }) => [rule_id, known])
    expect([exitCode, found], stderr).toEqual([0, Array(3).fill(['once', true])])
  },
)
