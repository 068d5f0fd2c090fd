/**
 * Our JSON Schema validator against ajv: each case is a schema of one draft, with many values. `unevaluated.ts` has
 * `contains`, which is wrong in ajv for empty arrays.
 */
import { Ajv, type AnySchemaObject, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft4 from 'ajv-draft-04'
import fc from 'fast-check'
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { oracle } from './oracle.ts'
import { plainValue, value } from './values.ts'

const options: Options = { strict: false, validateSchema: false, logger: false, multipleOfPrecision: 9 }
const engines = {
  4: new draft4.default(options),
  7: new Ajv(options),
  2019: new Ajv2019(options),
  2020: new Ajv2020(options),
}
// Nothing here asks for it, and ajv trips over what it would remember of `oneOf`.
for (const draft of [2019, 2020] as const) engines[draft].opts.unevaluated = false
type Draft = keyof typeof engines
const draft = fc.constantFrom<Draft>(4, 7, 2019, 2020)

const pair = (keyword: string, of: fc.Arbitrary<unknown>) => of.map((each): object => ({ [keyword]: each }))

const name = fc.constantFrom('a', 'b', 'c')
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 })
const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
const size = fc.nat(3)
const limit = fc.integer({ min: -2, max: 5 })

const assertions = [
  pair('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
  pair('enum', fc.uniqueArray(plainValue, { minLength: 1, maxLength: 3 })),
  pair('minimum', limit),
  pair('maximum', limit),
  // Where ajv's division is exact; test/fuzz/multiple-of.ts has the others.
  pair('multipleOf', fc.constantFrom(1, 2, 0.5)),
  pair('minLength', size),
  pair('maxLength', size),
  pair('pattern', fc.constantFrom('^a', 'b$', '[0-9]')),
  pair('minItems', size),
  pair('maxItems', size),
  pair('uniqueItems', fc.boolean()),
  pair('minProperties', size),
  pair('maxProperties', size),
  pair('required', names),
]

/** A schema of a few keywords, so that it is neither always nor never valid. */
function schemas(of: Draft): fc.Arbitrary<object | boolean> {
  const { schema } = fc.letrec<{ schema: object | boolean; keyword: object }>((tie) => {
    const sub = tie('schema')
    const some = fc.array(sub, { minLength: 1, maxLength: 2 })
    const both =
      of === 4 ? sub : fc.oneof({ weight: 4, arbitrary: sub }, { weight: 1, arbitrary: fc.boolean() })
    const byName = fc.dictionary(name, both, { minKeys: 1, maxKeys: 2 })
    const applicators = [
      pair('items', both),
      pair('properties', byName),
      pair('patternProperties', fc.dictionary(fc.constantFrom('^a', 'b'), both, { minKeys: 1, maxKeys: 1 })),
      pair('additionalProperties', fc.oneof(both, fc.boolean())),
      pair('allOf', some),
      pair('anyOf', some),
      pair('oneOf', some),
      pair('not', sub),
      // References only below a key or an index: ajv follows a circle for ever.
      pair('items', reference(of)),
      pair('properties', fc.dictionary(name, reference(of), { minKeys: 1, maxKeys: 1 })),
    ]
    const later = [
      pair('const', value),
      pair('exclusiveMinimum', limit),
      pair('exclusiveMaximum', limit),
      pair('propertyNames', sub),
      pair('if', sub),
      pair('then', both),
      pair('else', both),
    ]
    const modern = [
      pair('dependentRequired', fc.dictionary(name, names, { minKeys: 1, maxKeys: 1 })),
      pair('dependentSchemas', byName),
    ]
    const own = {
      4: [
        fc.record<object>({ minimum: limit, exclusiveMinimum: fc.boolean() }),
        fc.record<object>({ maximum: limit, exclusiveMaximum: fc.boolean() }),
      ],
      7: [...later],
      2019: [...later, ...modern],
      2020: [...later, ...modern, pair('prefixItems', some)],
    }[of]
    const tuples = [pair('items', some), pair('additionalItems', both)]
    const dependencies = pair(
      'dependencies',
      fc.dictionary(name, fc.oneof(names, both), { minKeys: 1, maxKeys: 1 }),
    )
    return {
      keyword: fc.oneof(
        { maxDepth: 4, depthSize: 'medium' },
        fc.oneof(...assertions),
        fc.oneof(
          ...applicators,
          ...own,
          ...(of === 2020 ? [] : tuples),
          ...(of === 4 || of === 7 ? [dependencies] : []),
        ),
      ),
      schema: fc
        .array(tie('keyword'), { minLength: 1, maxLength: 3 })
        .map((parts): object => Object.assign({}, ...parts)),
    }
  })
  return schema
}

function reference(of: Draft): fc.Arbitrary<object> {
  const ordinary = fc.constantFrom('#', '#/definitions/d', '#/definitions/e').map(($ref) => ({ $ref }))
  if (of === 2019) return fc.oneof(ordinary, fc.constant({ $recursiveRef: '#' }))
  if (of === 2020) return fc.oneof(ordinary, fc.constant({ $dynamicRef: '#d' }))
  return ordinary
}

/** With one target a dynamic reference is an ordinary one; ajv's goes wrong below `not`. */
function withoutDynamic(schema: string): string {
  return schema
    .replaceAll('"$dynamicRef":"#d"', '"$ref":"#/definitions/d"')
    .replaceAll('"$recursiveRef":"#"', '"$ref":"#"')
}

const cases = draft.chain((of) =>
  fc.record({
    of: fc.constant(of),
    root: schemas(of),
    d: schemas(of),
    e: schemas(of),
    isRecursive: fc.boolean(),
    values: fc.array(value, { minLength: 8, maxLength: 24 }),
  }),
)

export const run = oracle(cases, ({ of, root, d, e, isRecursive, values }) => {
  const definitions = { d: of === 2020 ? { ...Object(d), $dynamicAnchor: 'd' } : d, e }
  const recursive = of === 2019 && isRecursive ? { $recursiveAnchor: true } : {}
  // ajv tells objects without a prototype apart, which no parser makes.
  const written = JSON.stringify({ ...Object(root), ...recursive, definitions })
  const schema: AnySchemaObject = JSON.parse(written)
  const plain: AnySchemaObject = JSON.parse(withoutDynamic(written))
  const theirs = engines[of].compile(plain)
  engines[of].removeSchema(plain)
  const ours = compileSchema(schema)
  return values.map((instance) => {
    const isValid = theirs(instance)
    if ((ours(instance).length === 0) !== isValid)
      throw new Error(
        `draft ${of}: ajv says ${isValid} of ${JSON.stringify(instance)} by ${JSON.stringify(schema)}`,
      )
    if ((ours(instance, { allErrors: true }).length === 0) !== isValid)
      throw new Error(`with allErrors, of ${JSON.stringify(instance)} by ${JSON.stringify(schema)}`)
    return isValid ? 'valid' : 'invalid'
  })
})
