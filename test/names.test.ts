import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

/** The exported names of more than one file, and why; at most ten. */
const shared: Readonly<Record<string, string>> = {
  evaluate: 'the entry for browsers evaluates a text as the engine does a document',
  add: 'each module of a command in cli/commands.ts has it: the protocol of that table',
}

it('an exported name has one meaning', () => {
  const files = new Map<string, string[]>()
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    for (const name of listExports(readFileSync(join(src, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file])
  }
  const repeated = [...files].filter(([, where]) => where.length > 1)
  expect(repeated.filter(([name]) => !Object.hasOwn(shared, name))).toEqual([])
  expect(repeated.map(([name]) => name).sort()).toEqual(Object.keys(shared).sort())
  expect(Object.keys(shared).length).toBeLessThanOrEqual(10)
  expect(files.size).toBeGreaterThan(2000)
  expect(files.get('add')?.filter((file) => !/^features\/.*command\.ts$/.test(file))).toEqual([])
})

function listExports(text: string): ReadonlySet<string> {
  const declared =
    /^export (?:declare |abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
  return new Set([...text.matchAll(declared)].flatMap(([, name = '']) => name))
}
