import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'

const file = join(import.meta.dirname, '../../../docs/breaking-changes.md')
const head = '| rule | severity | what | why it breaks |\n|---|---|---|---|\n'

/** `--update` writes the list. */
it('the page lists every rule', async () => {
  const [before = ''] = readFileSync(file, 'utf8').split(head)
  const rows = breakingRules
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, severity, title, why }) => `| \`${id}\` | ${severity} | ${title} | ${why} |\n`)
  await expect(`${before}${head}${rows.join('')}`).toMatchFileSnapshot(file)
})

it('each rule has an id of its own, which says what it is about', () => {
  const ids = breakingRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^breaking-[a-z][a-z0-9-]*$/.test(id))).toEqual([])
})
