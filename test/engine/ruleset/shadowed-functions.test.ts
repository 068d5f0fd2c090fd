import { describe, expect, it } from 'vitest'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'

const rule = 'rules: {r: {given: $, then: {field: nope, function: truthy}}}'
const code = 'export default () => []'

async function warningsOf(head: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const warnings: string[] = []
  const read = async (reference: string) => ({ name: reference, text: files[reference] ?? code })
  const source = { name: 'r.yaml', text: `${head}\n${rule}`, format: 'yaml' } as const
  await loadRuleset(source, {
    read,
    warn: ({ file, line, key, reason }) => warnings.push(`${file}:${line} ${key}: ${reason}`),
  })
  return warnings
}

describe('a function that has the name of a core function', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'alone',
      'functions: [truthy]',
      [
        'r.yaml:1 functions.0: truthy is a core function, so ./functions/truthy.js never runs: rename the file',
      ],
    ],
    [
      'behind others',
      'functions: [own, "length"]',
      [
        'r.yaml:1 functions.1: length is a core function, so ./functions/length.js never runs: rename the file',
      ],
    ],
    [
      'with options',
      'functions: [[truthy, {type: object}]]',
      [
        'r.yaml:1 functions.0: truthy is a core function, so ./functions/truthy.js never runs: rename the file',
      ],
    ],
    [
      'in a folder',
      'functions: [sub/schema]\nfunctionsDir: lib',
      ['r.yaml:1 functions.0: schema is a core function, so ./lib/sub/schema.js never runs: rename the file'],
    ],
    [
      'in a ruleset that is extended',
      'extends: base.yaml',
      [
        'base.yaml:1 functions.0: undefined is a core function, so ./functions/undefined.js never runs: rename the file',
      ],
    ],
    ['by another name', 'functions: [truthy2, Truthy]', []],
    ["as one of OpenAPI's, which it replaces", 'functions: [oasPathParam]', []],
  ])('%s', async (_name, head, expected) => {
    const files = { 'base.yaml': 'functions: ["undefined"]\nrules: {}' }
    expect(await warningsOf(head, files)).toEqual(expected)
  })
})
