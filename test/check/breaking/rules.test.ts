import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { changeRules } from '../../../src/check/breaking/rules/index.ts'
import { changesBetween } from './changes-between.ts'
import { inDefinition } from './in-definition.ts'

it.each(changeRules)('$id finds its own example, and nothing where nothing changes', ({ id, example }) => {
  const [before, after] = [inDefinition(id, example.before), inDefinition(id, example.after)]
  const days = id.startsWith('breaking-sunset-') ? { stable: 30 } : {}
  expect(changesBetween(before, after, days).map(({ rule }) => rule)).toEqual([id])
  expect(changesBetween(before, before)).toEqual([])
  expect(changesBetween(after, after)).toEqual([])
})

/** What breaks in both directions: neither includes the other. */
const bothWays =
  /-changed$|-not-compared$|-stability-lowered$|-alternative-removed$|-last-server-removed$|-path-overlap$/

it.each(changeRules.filter(({ id }) => !bothWays.test(id)))(
  '$id is not found the other way round',
  ({ id, example }) => {
    const back = changesBetween(inDefinition(id, example.after), inDefinition(id, example.before))
    expect(back.map(({ rule }) => rule)).not.toContain(id)
  },
)

it('every rule that the code names is in the table, and every rule of the table is in the code', () => {
  const folder = resolve(import.meta.dirname, '../../../src/check/breaking')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('rules'),
  )
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const named = [
    ...text.matchAll(/[`'](breaking-[a-z-]*(?:\$\{(?:use\.)?(?:direction|judgedAs)\}[a-z-]*)?)[`']/g),
  ].flatMap(([, name = '']) =>
    /\$/.test(name)
      ? ['request', 'response'].map((direction) => name.replace(/\$\{.*\}/, direction))
      : [name],
  )
  expect([...new Set(named)].sort()).toEqual(changeRules.map(({ id }) => id).sort())
})
