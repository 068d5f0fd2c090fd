import { cpSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { gitRepository } from './git-repository.ts'
import { projectRoot, runShell } from './run-gov.ts'
import { serveSandbox } from './served.ts'

/** It says which definitions it has met, the one that it is looking at among them. */
const count = `const met = []
export default (info) => {
  met.push(info.title)
  return [{ message: 'met ' + met.join(' and ') }]
}
`
const rules = `functions: [count]
rules:
  counted: { given: $.info, severity: warn, then: { function: count } }
`
const api = (title: string, version = '1') =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: "${version}" }\npaths: {}\n`
const titles = { 'a.yaml': 'A', 'b.yaml': 'B', 'c.yaml': 'C', 'd.yaml': 'D' }

async function folder(): Promise<string> {
  const cwd = await tempTree({
    'rules.yaml': rules,
    'functions/count.js': count,
    ...Object.fromEntries(Object.entries(titles).map(([file, title]) => [file, api(title)])),
  })
  await cp(join(projectRoot, 'fixtures/workspace'), join(cwd, 'workspace'), { recursive: true })
  for (const name of ['rules.yaml', 'functions'])
    await cp(join(cwd, name), join(cwd, 'workspace/rulesets/rs-docs', name), { recursive: true })
  return cwd
}

/** What the function says of each definition. */
async function check(cwd: string, flags: string): Promise<Readonly<Record<string, string>>> {
  const env = { GOV_TOKEN: 'demo-key-pipeline' }
  const { stdout, stderr } = await runShell(`gov check ${flags} --ci none --format json`, { cwd, env })
  expect(stderr).not.toContain('error')
  return said(stdout)
}

function said(report: string): Readonly<Record<string, string>> {
  const { issues }: { issues: readonly { file: string; message: string }[] } = JSON.parse(report)
  return Object.fromEntries(issues.map(({ file, message }) => [file, message]))
}

const alone = Object.fromEntries(Object.entries(titles).map(([file, title]) => [file, `met ${title}`]))
const files = Object.keys(titles)

const byId = '--workspace workspace --ruleset-id rs-docs'
const sides: readonly (readonly [string, (cwd: string) => Promise<string>])[] = [
  ['ruleset files', async () => '--ruleset-file rules.yaml'],
  ['a workspace', async () => `--url embedded ${byId}`],
  [
    'a served sandbox',
    async (cwd) => {
      const served = await serveSandbox([], join(cwd, 'workspace'))
      onTestFinished(async () => void (await served.stop()))
      return `--url ${served.url} --ruleset-id rs-docs`
    },
  ],
]

it.each(sides)('by %s, a definition gets the same result in any company', async (_by, side) => {
  const cwd = await folder()
  const by = await side(cwd)
  const one = await Promise.all(files.map((file) => check(cwd, `${file} ${by}`)))
  expect(Object.assign({}, ...one)).toEqual(alone)
  expect(await check(cwd, `${files.join(' ')} ${by}`)).toEqual(alone)
  expect(await check(cwd, `${files.toReversed().join(' ')} ${by}`)).toEqual(alone)
  const shards = [1, 2, 3].map((part) => check(cwd, `${files.join(' ')} ${by} --shard ${part}/3 --run 7`))
  expect(Object.assign({}, ...(await Promise.all(shards)))).toEqual(alone)
})

it('compared with a base, what is said of a definition stays known when others change', async () => {
  const cwd = await folder()
  const git = 'git -c user.name=a -c user.email=a@b.c'
  await runShell(`git init -q && ${git} add . && ${git} commit -qm one`, { cwd })
  await writeFile(join(cwd, 'a.yaml'), api('A', '2'))
  await writeFile(join(cwd, 'c.yaml'), api('New'))
  const { stdout, exitCode } = await runShell(
    `gov check ${files.join(' ')} --ruleset-file rules.yaml --base HEAD --fail-on warn --ci none --format json`,
    { cwd },
  )
  const { issues }: { issues: readonly { message: string; known?: true }[] } = JSON.parse(stdout)
  const shown = issues.map(({ message, known }) => `${known ? 'known: ' : ''}${message}`)
  expect(shown.sort()).toEqual(['known: met A', 'known: met B', 'known: met D', 'met New'])
  expect(exitCode).toBe(1)
})

const rulesOfOnce =
  'functions: [once]\nrules: { once: { given: $.info, severity: error, then: { function: once } } }\n'
const first = '=== 1 ? [{ message: "the first that it meets" }] : []'

/** Each finds something in the first evaluation that it knows of, and nothing in later ones. */
const codes = {
  'a variable': { 'once.js': `let met = 0\nexport default () => ++met ${first}\n` },
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
    write(`${folder}/rules.yaml`, rulesOfOnce)
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
