import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { builtinFixes } from '../../../../../src/features/fix/fixes-of.ts'
import { runGov } from '../../../../e2e/run-gov.ts'
import { effort } from '../../../../effort.ts'
import { planted } from '../../../../features/fix/propose/planted.ts'
import { split } from '../../../../features/fix/propose/split.ts'
import { tempTree } from '../../../../temp-tree.ts'

/** Rules that agree: a stub would break those that limit every string. */
const rules = `extends:
  - [spectral:oas, all]
  - [vacuum:owasp, off]
  - ['@stoplight/spectral-owasp-ruleset', off]
rules:
  owasp-integer-format: error
  owasp-define-error-responses-401: warn
  owasp-no-additionalProperties: warn
  'owasp:api8:2023-no-server-http': error
`

type Counts = ReadonlyMap<string, number>

async function issuesIn(name: string, cwd: string): Promise<Counts> {
  const { stdout } = await runGov(['check', name, '--ruleset-file', 'rules.yaml', '--format', 'json'], {
    cwd,
  })
  const { issues }: { issues: readonly { rule_id: string }[] } = JSON.parse(stdout)
  const counts = new Map<string, number>()
  for (const { rule_id } of issues) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1)
  return counts
}

interface Outcome {
  readonly before: Counts
  readonly after: Counts
  readonly was: string
  readonly is: string
  readonly said: string
}

/** Fixes a file with every fix there is, and again, which must find nothing more to do. */
async function fixAll(name: string, cwd: string): Promise<Outcome> {
  const line = ['fix', name, '--ruleset-file', 'rules.yaml', '--unsafe', '--placeholders']
  const was = await readFile(join(cwd, name), 'utf8')
  const before = await issuesIn(name, cwd)
  const { exitCode, stderr } = await runGov(line, { cwd })
  expect([exitCode, stderr], stderr).toEqual([0, stderr])
  const is = await readFile(join(cwd, name), 'utf8')
  const again = await runGov([...line, '--diff'], { cwd })
  expect([again.exitCode, again.stdout], stderr).toEqual([0, ''])
  return { before, after: await issuesIn(name, cwd), was, is, said: stderr }
}

function gainedIn({ before, after }: Outcome): readonly string[] {
  const gained = [...after].filter(([rule, count]) => count > (before.get(rule) ?? 0))
  return gained.map(([rule]) => rule).filter((rule) => rule !== 'gov:placeholder')
}

/** Rules whose fix needs what a document may not have: a shared response, a type that is shown, no comment between tags, no file in the place of a component. */
const conditional =
  /tags-alphabetical|unused-component|error-(?:responses|validation)|operation-4xx|missing-type|additionalProperties/

function sumOf(counts: Counts): number {
  return [...counts].reduce(
    (sum, [rule, count]) => sum + (builtinFixes.has(rule) && !conditional.test(rule) ? count : 0),
    0,
  )
}

it('generated documents: 95 % of the issues are gone, and no rule has more', {
  timeout: 600_000,
}, async () => {
  let [before, after] = [0, 0]
  await fc.assert(
    fc.asyncProperty(planted, async ({ name, text }) => {
      const folder = await tempTree({ 'rules.yaml': rules, [name]: text })
      const outcome = await fixAll(name, folder)
      expect(gainedIn(outcome), outcome.said).toEqual([])
      expect(outcome.is.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
      expect(/(?<!\r)\n/.test(outcome.is) && /\r\n/.test(outcome.is)).toBe(false)
      expect(lostComments(outcome), outcome.is).toEqual([])
      // Another reader finds valid text, too.
      parse(outcome.is.replace(/^\ufeff/, ''))
      before += sumOf(outcome.before)
      after += sumOf(outcome.after)
    }),
    { numRuns: 8 * effort, endOnFailure: true },
  )
  expect(before).toBeGreaterThan(100)
  expect(after / before).toBeLessThanOrEqual(0.05)
})

it('generated documents of several files: the same, and other readers find valid text', {
  timeout: 600_000,
}, async () => {
  let [before, after, parts] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(planted, async (document) => {
      const files = split(document)
      const folder = await tempTree({ 'rules.yaml': rules, ...files })
      const outcome = await fixAll(document.name, folder)
      expect(gainedIn(outcome), outcome.said).toEqual([])
      for (const [file, was] of Object.entries(files)) {
        const is = await readFile(join(folder, file), 'utf8')
        parse(is.replace(/^\ufeff/, ''))
        expect(is.startsWith('\ufeff')).toBe(was.startsWith('\ufeff'))
        expect(/(?<!\r)\n/.test(is) && /\r\n/.test(is)).toBe(false)
        if (file !== document.name && is !== was) parts++
      }
      before += sumOf(outcome.before)
      after += sumOf(outcome.after)
    }),
    { numRuns: 4 * effort, endOnFailure: true },
  )
  expect(parts).toBeGreaterThan(5)
  expect(after / before).toBeLessThanOrEqual(0.05)
})

/** Comments behind keys that no fix removes. */
function lostComments({ was, is }: Outcome): readonly string[] {
  const lines = new Set(is.split(/\r?\n/).map((line) => line.trim()))
  return was
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(
      (line) =>
        /^(?:get|post|responses|info|title|paths|components): .*# behind/.test(line) && !lines.has(line),
    )
}

const specs = '../shared/specs'
const shared = [
  ['petstorev3.json', 1],
  ['asana.yaml', 1],
  ['stripe.yaml', 5],
  ['github.json', 10],
] as const

it.skipIf(!existsSync(specs)).each(shared.filter(([, least]) => effort >= least))(
  'shared document %s: 95 % are gone, no rule has more, and a second run does nothing',
  { timeout: 900_000 },
  async (file) => {
    const cwd = await tempTree({ 'rules.yaml': 'extends: [[spectral:oas, all]]\n' })
    await copyFile(join(specs, file), join(cwd, file))
    const outcome = await fixAll(file, cwd)
    expect(gainedIn(outcome)).toEqual([])
    expect(1 - sumOf(outcome.after) / sumOf(outcome.before)).toBeGreaterThanOrEqual(0.95)
  },
)
