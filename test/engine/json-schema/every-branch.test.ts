import { describe, expect, it } from 'vitest'
import type { SchemaObject } from '../../../src/engine/json-schema/check.ts'
import { compileSchema } from '../../../src/engine/json-schema/compile.ts'
import { createPassed } from '../../../src/engine/json-schema/run-node.ts'

function errorsOf(schema: SchemaObject, instance: unknown, allErrors = false): string[] {
  const errors = compileSchema(schema)(instance, { allErrors, everyBranch: true })
  return errors.map(({ path, keyword }) => [...path, keyword].join(' '))
}

describe('the errors of every branch', () => {
  it.each<[SchemaObject, unknown, readonly string[]]>([
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, ['type', 'type', 'anyOf']],
    [{ oneOf: [{ required: ['a'] }, { type: 'null' }] }, {}, ['required', 'type', 'oneOf']],
    [{ oneOf: [{}, {}] }, 1, ['oneOf']],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ['maxLength', 'propertyNames']],
    [{ properties: { a: { anyOf: [{ type: 'string' }] } } }, { a: 1 }, ['a type', 'a anyOf']],
  ])('%j of %j are %j', (schema, instance, expected) => {
    expect(errorsOf(schema, instance)).toEqual(expected)
  })

  it('are reported with those of other keywords, whatever the type', () =>
    expect(errorsOf({ type: 'object', enum: ['a'] }, 'b', true)).toEqual(['type', 'enum']))

  it('do not count what a part that must hold has looked at as unevaluated', () => {
    const part = { properties: { a: { type: 'string' } } }
    const errors = (schema: SchemaObject) =>
      errorsOf({ ...schema, unevaluatedProperties: false }, { a: 1, b: 1 }, true)
    expect(errors({ allOf: [part] })).toEqual(['a type', 'unevaluatedProperties'])
    expect(errors({ anyOf: [part] })).toEqual([
      'a type',
      'anyOf',
      'unevaluatedProperties',
      'unevaluatedProperties',
    ])
  })
})

describe('what has passed', () => {
  it('is not evaluated twice', () => {
    let seen = 0
    const deref = (value: unknown) => {
      seen++
      return value
    }
    const passed = createPassed({ isCharged: false })
    const validate = compileSchema({ additionalProperties: { additionalProperties: { type: 'integer' } } })
    const shared = { x: 1, y: 2 }
    expect(validate({ a: shared, b: shared }, { deref, passed })).toEqual([])
    expect(seen).toBe(5)
    expect(validate({ c: shared }, { deref, passed })).toEqual([])
    expect(seen).toBe(7)
  })

  it('is evaluated again for a schema that asks what was evaluated', () => {
    const passed = createPassed({ isCharged: false })
    const named = { properties: { x: true } }
    const validate = compileSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { a: named, b: { $ref: '#/$defs/named', unevaluatedProperties: false } },
      $defs: { named },
    })
    const shared = { x: 1 }
    for (const _ of [1, 2]) expect(validate({ a: shared, b: shared }, { passed })).toEqual([])
    const fault = { b: { x: 1, y: 2 } }
    expect(validate(fault, { passed })).toEqual(validate(fault))
  })

  it('takes as much from the budget as before where it is charged', () => {
    const schema = {
      additionalProperties: { additionalProperties: { additionalProperties: { type: 'integer' } } },
    }
    const validate = compileSchema(schema)
    const value = { a: { b: { c: 1 } }, d: { e: { f: 2 } } }
    const passes = (maxEntries: number, passed?: ReturnType<typeof createPassed>) => {
      try {
        return validate(value, { maxEntries, passed }).length === 0
      } catch {
        return false
      }
    }
    const least = Array.from({ length: 50 }, (_, index) => index).find((entries) => passes(entries)) ?? 0
    expect(least).toBeGreaterThan(4)
    const charged = createPassed({ isCharged: true })
    expect(passes(least, charged)).toBe(true)
    expect(passes(least, charged)).toBe(true)
    expect(passes(least - 1, charged)).toBe(false)
    expect(passes(1, createPassed({ isCharged: false }))).toBe(false)
  })
})
