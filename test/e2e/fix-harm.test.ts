import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { effort } from '../effort.ts'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const keys = ['x-a', 'x-b', 'x-c', 'x-d', 'x-e', 'x-f'] as const

/** Keys that must not be there together, which is reported far from them. */
const sets = fc.uniqueArray(fc.subarray([...keys], { minLength: 1, maxLength: 3 }), {
  maxLength: 4,
  selector: (set) => set.join(),
})

function rulesOf(forbidden: readonly (readonly string[])[]): string {
  const wanted = keys.map(
    (key) =>
      `  want-${key}: {given: $.info, severity: warn, then: {field: ${key}, function: truthy}, fix: {field: ${key}, set: 1, safe: true}}\n`,
  )
  const apart = forbidden.map((set, index) => {
    const schema = JSON.stringify({ properties: { info: { not: { required: set } } } })
    return `  apart-${index}: {given: $, severity: warn, then: {function: schema, functionOptions: {schema: ${schema}}}}\n`
  })
  return `rules:\n${[...wanted, ...apart].join('')}`
}

const definition = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\npaths: {}\n"

it('makes all fixes but those that bring an issue with others, and a second run makes none', async () => {
  await fc.assert(
    fc.asyncProperty(sets, async (forbidden) => {
      const cwd = await tempTree({ 'a.yaml': definition, 'rules.yaml': rulesOf(forbidden) })
      const line = ['fix', 'a.yaml', '--ruleset-file', 'rules.yaml']
      const { stderr } = await runGov(line, { cwd })
      const { info } = parse(await readFile(join(cwd, 'a.yaml'), 'utf8'))
      const holds = (set: readonly string[]) => set.every((key) => key in info)
      expect(forbidden.filter(holds), stderr).toEqual([])
      // None of those that are left would do no harm.
      for (const key of keys)
        if (!(key in info))
          expect(
            forbidden.some((set) => set.every((each) => each === key || each in info)),
            `${key}\n${stderr}`,
          ).toBe(true)
      expect((await runGov([...line, '--diff'], { cwd })).stdout).toBe('')
    }),
    { numRuns: 15 * effort, seed: 4, endOnFailure: true },
  )
})
