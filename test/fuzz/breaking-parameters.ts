/** `gov diff` beside parameters that are sent as the earlier version says, and that the later one cannot take. */
import { compareApis } from '../../src/check/breaking/compare-apis.ts'
import { getBreakingRule } from '../../src/check/breaking/rules/index.ts'
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { readValue, today } from '../check/breaking/changes-between.ts'
import { judgePair, oracle } from './oracle.ts'
import { type Parameter, type ParameterPairCase, type Place, parameterPairs } from './parameter-pairs.ts'
import { encode, isAccepted, typesOf, type Wire } from './parameter-wire.ts'
import { isSchema, type Schema } from './schema-pairs.ts'

export const run = oracle(parameterPairs, (pair) => {
  const severities = listParameterFindings(pair).map(({ rule }) => getBreakingRule(rule).severity)
  const shown = findBreak(pair)
  return judgePair(pair, severities, shown)
})

export function listParameterFindings({ place, base, head }: ParameterPairCase) {
  return compareApis(createApi(place, base), createApi(place, head), { today }).breaking
}

function createApi(place: Place, parameters: readonly Parameter[]) {
  const operation =
    place === 'response header'
      ? {
          responses: {
            200: { headers: Object.fromEntries(parameters.map(({ name, ...own }) => [name, own])) },
          },
        }
      : { parameters: parameters.map((own) => ({ ...own, in: place })), responses: {} }
  return readValue({ openapi: '3.1.0', paths: { [place === 'path' ? '/a/{q}' : '/a']: { get: operation } } })
}

const scalars = [
  'a',
  'ab',
  'c1',
  'b',
  false,
  1,
  '1',
  2,
  12,
  4,
  '12',
  1.5,
  2 ** 40,
  true,
  'true',
  '2024-02-29',
  '123e4567-e89b-12d3-a456-426614174000',
]
const few = ['a', 'ab', 1, '12', 4, 1.5, true, '1', '2024-02-29']
const values: readonly unknown[] = [
  ...scalars,
  ...scalars.map((each) => [each]),
  ...few.flatMap((first) => few.map((second) => [first, second])),
  ...scalars.flatMap((each) => [{ a: each }, { b: each }, { z: each }]),
  ...few.flatMap((first) => few.map((second) => ({ a: first, b: second }))),
]

/**
 * An object in which clients pass over what they do not know, or to which nothing is added that is not described. 1 is "1", and
 * whether a text fits two alternatives of a oneOf is in doubt.
 */
function readSchema(schema: Schema, isWithin: boolean, place: Place): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (!isSchema(value)) return value
    const { additionalProperties = true, const: constant, enum: listed, oneOf, ...others } = value
    const isOpen =
      additionalProperties === true || (additionalProperties === false && place === 'response header')
    if (isWithin)
      return value.type === 'object' && additionalProperties === true
        ? { ...value, additionalProperties: false }
        : value
    const texts = constant === undefined ? listed : [constant]
    return {
      ...others,
      ...(!isOpen && { additionalProperties }),
      ...(oneOf !== undefined && { allOf: [...[others.allOf ?? []].flat(), { anyOf: oneOf }] }),
      ...(Array.isArray(texts) && { enum: texts.flatMap((each) => typesOf(String(each))) }),
    }
  }) as Schema
}

/** What is sent for all parameters together. */
function listSent(parameters: readonly Parameter[], place: Place): readonly Wire[] {
  return parameters.reduce<readonly Wire[]>(
    (sent, parameter) => {
      const validate = compileSchema(readSchema(parameter.schema, true, place))
      const own = values
        .filter((value) => validate(value).length === 0)
        .flatMap((value) => {
          const wire = encode(parameter, place, value)
          return wire === undefined ? [] : [wire]
        })
      const step = parameters.length > 1 ? Math.ceil(own.length / 20) : 1
      const some = own.filter((_, at) => at % step === 0)
      const all = parameter.required ? some : [[], ...some]
      return sent.flatMap((before) => all.map((wire) => [...before, ...wire]))
    },
    [[]],
  )
}

/** Something that is sent by the one version, and that the other one cannot read. */
export function findBreak({ place, base, head }: ParameterPairCase): Wire | undefined {
  const [within, allowed] = place === 'response header' ? [head, base] : [base, head]
  const readers = allowed.map((parameter) => {
    const validate = compileSchema(readSchema(parameter.schema, false, place))
    return (wire: Wire) => isAccepted(parameter, place, wire, (value) => validate(value).length === 0)
  })
  return listSent(within, place).find((wire) => readers.some((accepts) => !accepts(wire)))
}
