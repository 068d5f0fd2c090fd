import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

const organisation = '5e9d9544a1dcd60001d0ed20'

/** Rulesets that someone wrote who means harm, or does not know better. */
const rulesets: Readonly<Record<string, string>> = {
  'rs-regex': patterns(['(a+)+$', '(a|a)*$', '(.*a){12}$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a?){40}a{40}']),
  'rs-backreference': patterns(['(a+)+\\1$']),
  'rs-many': ruleset(Array.from({ length: 4_000 }, (_, i) => [`r${i}`, `$..[?(@ && @.a${i} && @.b)]`])),
  'rs-wide': ruleset(
    Array.from({ length: 200 }, (_, i) => [`r${i}`, `$..*..*..*`.concat('..*'.repeat(i % 3))]),
  ),
  'rs-apart': ruleset(Array.from({ length: 20 }, (_, i) => [`r${i}`, `$..*^..*^..k${i}`])),
  'rs-schema': JSON.stringify({
    rules: {
      nested: rule('$', 'schema', { schema: anyOfs(16) }),
      unique: rule('$', 'schema', { schema: { properties: { 'x-list': { uniqueItems: true } } } }),
      patterned: rule('$', 'schema', { schema: { patternProperties: { '^(([a-z])+.)+[A-Z]$': false } } }),
    },
  }),
  'rs-every': 'extends: [spectral:oas, [vacuum:owasp, all]]\n',
  'rs-bomb': `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}rules: *a30\n`,
  'rs-deep': `{"rules":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  'rs-cycle': 'extends: ./rules.yaml\nrules: { a: { given: $, then: { function: truthy } } }\n',
  'rs-outside': 'extends: ../../../../../../etc/passwd\n',
  'rs-absolute': 'extends: /etc/passwd\n',
  'rs-url': 'extends: http://127.0.0.1:1/rules.yaml\n',
  'rs-code': 'functions: [evil]\nfunctionsDir: .\nrules: { a: { given: $, then: { function: evil } } }\n',
}

/** Rulesets in JavaScript of which nothing ends, when they are loaded. */
const codes: Readonly<Record<string, string>> = {
  'rs-loop': 'for (;;) {}\nexport default () => {}\n',
  'rs-loop-pattern': `/^(a+)+$/.test('${'a'.repeat(60)}!')\nexport default () => {}\n`,
}

const apis: Readonly<Record<string, string>> = {
  'deep-yaml': `openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths: {}\nx-deep: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
  'bomb-yaml': `openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths: {}\nx0: &x0 [x, x]\n${Array.from({ length: 30 }, (_, i) => `x${i + 1}: &x${i + 1} [*x${i}, *x${i}]\n`).join('')}`,
}

const studioKey = 'attack-key-studio-author'
export const studioAuthor = { authorization: `Bearer ${studioKey}` }
/** Of the other organisation, with all rights that an author of the first one has. */
const author = {
  id: '64b0c1e2a1dcd60001d0e1ff',
  access_key: studioKey,
  active: true,
  org_id: '5e9d9544a1dcd60001d0ed21',
  user_permissions: { apis: 'write', governance: 'write', keys: 'write', portal: 'write' },
}

/** The demo workspace in a folder of its own. */
export async function copyWorkspace(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gov-hostile-'))
  await cp(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A ruleset whose one rule is this code. */
export async function addCode(folder: string, id: string, code: string): Promise<void> {
  await addRuleset(folder, id)
  const text = 'functions: [evil]\nfunctionsDir: .\nrules: { a: { given: $, then: { function: evil } } }\n'
  await writeFile(join(folder, 'rulesets', id, 'rules.yaml'), text)
  await writeFile(join(folder, 'rulesets', id, 'evil.js'), code)
}

/** The demo workspace with hostile rulesets and APIs in it, and links that lead out of it. */
export async function hostileWorkspace(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const { folder, remove } = await copyWorkspace()
  for (const [id, text] of Object.entries(rulesets)) {
    await addRuleset(folder, id)
    await writeFile(join(folder, 'rulesets', id, 'rules.yaml'), text)
  }
  for (const [id, code] of Object.entries(codes)) await addCode(folder, id, code)
  await writeFile(join(folder, 'users/studio-author.json'), JSON.stringify(author))
  await addRuleset(folder, 'rs-link')
  await symlink('/etc/passwd', join(folder, 'rulesets/rs-link/rules.yaml'))
  for (const [id, text] of Object.entries(apis)) {
    await addApi(folder, id)
    await writeFile(join(folder, 'apis', id, 'openapi.yaml'), text)
  }
  await addApi(folder, 'link-out')
  await symlink('/etc/passwd', join(folder, 'apis/link-out/openapi.yaml'))
  return { folder, remove }
}

async function addRuleset(folder: string, id: string): Promise<void> {
  const record = { ruleset_id: id, id: `db-${id}`, name: id, org_id: organisation, active: true }
  await addRecord(join(folder, 'rulesets', id), 'ruleset.yml', {
    ...record,
    resource_type: 'oas-api',
    action: 'warn',
    rules: 'rules.yaml',
  })
}

async function addApi(folder: string, id: string): Promise<void> {
  const record = { api_id: id, id: `db-${id}`, name: id, org_id: organisation, kind: 'oas' }
  await addRecord(join(folder, 'apis', id), 'api.yml', { ...record, definition: 'openapi.yaml' })
}

async function addRecord(folder: string, file: string, record: object): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, file), JSON.stringify(record))
}

function rule(given: string, name: string, functionOptions?: object): object {
  const call = { function: name, ...(functionOptions && { functionOptions }) }
  return Object.fromEntries([
    ['given', given],
    ['then', call],
  ])
}

function ruleset(rules: readonly (readonly [string, string])[]): string {
  return JSON.stringify({
    rules: Object.fromEntries(rules.map(([id, given]) => [id, rule(given, 'falsy')])),
  })
}

function patterns(matches: readonly string[]): string {
  const rules = matches.map((match, at) => [`p${at}`, rule('$.info.title', 'pattern', { match })])
  return JSON.stringify({ rules: Object.fromEntries(rules) })
}

/** A schema whose branches double with each level. */
function anyOfs(levels: number): object {
  if (levels === 0) return { type: 'string' }
  return { anyOf: [{ properties: { a: anyOfs(levels - 1) } }, { required: ['a'], properties: { a: false } }] }
}
