import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

interface Parts {
  readonly version?: string
  /** Beside `propertyName`. */
  readonly mapping?: string
  readonly pet?: string
  readonly schemas?: Readonly<Record<string, string>>
}

const cat =
  '{type: object, required: [kind], properties: {kind: {type: string}, claws: {type: [integer, string]}}}'
const dog = '{type: object, required: [kind], properties: {kind: {type: string}, tail: {type: string}}}'
const heir = (properties: string) =>
  `{allOf: [{$ref: '#/components/schemas/Pet'}, {properties: ${properties}}]}`
const base =
  '{type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}'
const one = (...names: readonly string[]) =>
  `{oneOf: [${names.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(', ')}], discriminator: {propertyName: kind}}`
const ref = (name: string) => `"#/components/schemas/${name}"`

/** A definition that sends a pet in one direction. */
function inUse(
  use: 'requests' | 'responses',
  { version = '3.1.0', mapping, pet = base, schemas = {} }: Parts,
): string {
  const content = `{content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}`
  const operation =
    use === 'requests'
      ? `post: {requestBody: ${content}, responses: {}}`
      : `get: {responses: {'200': ${content}}}`
  const written =
    mapping === undefined ? pet : pet.replace('propertyName: kind', `propertyName: kind, ${mapping}`)
  const all = Object.entries({ Pet: written, ...schemas }).map(([name, text]) => `${name}: ${text}`)
  return `openapi: ${version}\npaths: {/pets: {${operation}}}\ncomponents: {schemas: {${all.join(', ')}}}`
}

const changed = 'request-discriminator-changed'
const widened = 'response-discriminator-widened'
const type = { requests: 'request-type-changed', responses: 'response-type-changed' }
const both = { Cat: cat, Dog: dog }
const heirs = { Cat: heir('{claws: {type: [integer, string]}}'), Dog: heir('{tail: {type: string}}') }
const narrow = 'claws: {type: integer}'
/** A pet in a group, which may be told by another property. */
const tagged = (kind: string, rest = '{type: integer}') =>
  `{type: object, required: [kind, x], properties: {kind: {const: ${kind}}, x: ${rest}}}`
const apart = { Cat: tagged('a', '{const: 1}'), Dog: tagged('a', '{const: 2}'), Fox: tagged('f') }
const twins = { Cat: tagged('a'), Dog: tagged('d'), Fox: tagged('f'), Twin: tagged('a') }
const untold = (...names: readonly string[]) => one(...names).replace(/, discriminator.*/, '}')
const group = (all: Readonly<Record<string, string>>, list: string): Parts => ({
  pet: one('Fox', 'Group'),
  schemas: { ...all, Group: list },
})
const added = 'response-alternative-added'
const removed = 'request-alternative-removed'

/** From what is before to what is after, in requests and in responses; then the other way round. */
it.each<
  [title: string, before: Parts, after: Parts, there: [string[], string[]], back: [string[], string[]]]
>([
  [
    'a value leaves the mapping',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, lion: Cat, dog: Dog}' },
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, dog: Dog}' },
    [[changed], []],
    [[], [widened]],
  ],
  [
    'a value gets another schema',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, dog: Dog}' },
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, dog: Cat}' },
    [['request-property-removed'], ['response-discriminator-widened', 'response-optional-property-removed']],
    [['request-discriminator-changed', 'request-property-removed'], ['response-optional-property-removed']],
  ],
  [
    'names instead of references',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, dog: Dog}' },
    { pet: one('Cat', 'Dog'), schemas: both, mapping: `mapping: {cat: ${ref('Cat')}, dog: ${ref('Dog')}}` },
    [[], []],
    [[], []],
  ],
  [
    'a component with another name is another value',
    { pet: one('Cat', 'Dog'), schemas: both },
    { pet: one('Feline', 'Dog'), schemas: { Feline: cat, Dog: dog } },
    [[changed], [widened]],
    [[changed], [widened]],
  ],
  [
    'the mapping keeps the value of a component with another name',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat, dog: Dog}' },
    {
      pet: one('Feline', 'Dog'),
      schemas: { Feline: cat, Dog: dog },
      mapping: 'mapping: {cat: Feline, dog: Dog}',
    },
    [[], []],
    [[], []],
  ],
  [
    'a mapping that says what the names say',
    { pet: one('Cat', 'Dog'), schemas: both },
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {Cat: Cat, Dog: Dog}' },
    [[], []],
    [[], []],
  ],
  [
    'constants go before names',
    { pet: one('Cat', 'Dog'), schemas: { Cat: cat.replace('{type: string}', '{const: c}'), Dog: dog } },
    { pet: one('Feline', 'Dog'), schemas: { Feline: cat.replace('{type: string}', '{const: c}'), Dog: dog } },
    [[], []],
    [[], []],
  ],
  [
    'a new alternative is said once',
    { pet: one('Cat', 'Dog'), schemas: both },
    {
      pet: one('Cat', 'Dog', 'Fox'),
      schemas: { ...both, Fox: '{type: object, required: [den], properties: {den: {}}}' },
    },
    [[], ['response-alternative-added']],
    [['request-alternative-removed'], []],
  ],
  [
    'a schema that only its allOf leads to',
    { schemas: heirs },
    { schemas: { ...heirs, Cat: heir(`{${narrow}}`) } },
    [[type.requests], []],
    [[], [type.responses]],
  ],
  [
    'a schema that only the mapping leads to',
    { schemas: { Lion: cat }, mapping: 'mapping: {lion: Lion}' },
    {
      schemas: { Lion: cat.replace('claws: {type: [integer, string]}', narrow) },
      mapping: 'mapping: {lion: Lion}',
    },
    [[type.requests], []],
    [[], [type.responses]],
  ],
  [
    'an heir of an heir',
    {
      schemas: {
        ...heirs,
        Lion: "{allOf: [{$ref: '#/components/schemas/Cat'}, {properties: {mane: {type: [string, integer]}}}]}",
      },
    },
    {
      schemas: {
        ...heirs,
        Lion: "{allOf: [{$ref: '#/components/schemas/Cat'}, {properties: {mane: {type: string}}}]}",
      },
    },
    [[type.requests], []],
    [[], [type.responses]],
  ],
  [
    'one heir more',
    { schemas: heirs },
    { schemas: { ...heirs, Fox: heir('{}') } },
    [[], [widened]],
    [[changed], []],
  ],
  [
    'any other value',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'defaultMapping: Dog', version: '3.2.0' },
    { pet: one('Cat', 'Dog'), schemas: both, version: '3.2.0' },
    [[changed], []],
    [[], [widened]],
  ],
  [
    'what no longer resolves',
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: Cat}' },
    { pet: one('Cat', 'Dog'), schemas: both, mapping: 'mapping: {cat: ./cats.yaml}' },
    [['not-compared'], ['response-discriminator-widened', 'not-compared']],
    [[changed, 'not-compared'], ['not-compared']],
  ],
  [
    'a group gets a twin',
    group(twins, untold('Cat', 'Dog')),
    group(twins, untold('Cat', 'Dog', 'Twin')),
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'a group gets a twin, with a mapping',
    { ...group(twins, untold('Cat', 'Dog')), mapping: 'mapping: {a: Cat, d: Dog, f: Fox}' },
    { ...group(twins, untold('Cat', 'Dog', 'Twin')), mapping: 'mapping: {a: Cat, d: Dog, f: Fox}' },
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'a group has one of its alternatives twice',
    group(twins, untold('Cat', 'Dog')),
    group(twins, untold('Cat', 'Dog', 'Cat')),
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'a group gets one that takes more, before the others',
    group(twins, untold('Cat', 'Dog')),
    group({ ...twins, Twin: tagged('a', '{}') }, untold('Twin', 'Cat', 'Dog')),
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'a group of any becomes one of one',
    group(twins, untold('Cat', 'Twin').replace('oneOf', 'anyOf')),
    group(twins, untold('Cat', 'Twin')),
    [['request-alternatives-overlap'], []],
    [[], ['response-constraint-changed']],
  ],
  [
    'an alternative is also in a group',
    group(twins, untold('Cat', 'Dog')),
    group(twins, untold('Cat', 'Dog', 'Fox')),
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'a list gets a twin',
    { pet: one('Cat', 'Dog'), schemas: twins },
    { pet: one('Cat', 'Dog', 'Twin'), schemas: twins },
    [['request-alternatives-overlap'], [added]],
    [[removed], ['response-alternatives-exclusive']],
  ],
  [
    'those of one value in another order, in a group',
    group(apart, untold('Cat', 'Dog')),
    group(apart, untold('Dog', 'Cat')),
    [[], []],
    [[], []],
  ],
  [
    'those of one value in another order, in a list',
    { pet: one('Cat', 'Dog', 'Fox'), schemas: apart },
    { pet: one('Dog', 'Cat', 'Fox'), schemas: apart },
    [[], []],
    [[], []],
  ],
  [
    'those of one value that are built on what offers them',
    {
      pet: one('Cat', 'Dog'),
      schemas: { Cat: heir('{kind: {const: a}, x: {}}'), Dog: heir('{kind: {const: a}}') },
    },
    {
      pet: one('Dog', 'Cat'),
      schemas: { Cat: heir('{kind: {const: a}, x: {}}'), Dog: heir('{kind: {const: a}}') },
    },
    [[], []],
    [[], []],
  ],
  [
    'heirs of one value, of which the first takes less',
    { schemas: { Cat: heir(`{kind: {const: a}, claws: {}}`), Dog: heir('{kind: {const: a}, x: {}}') } },
    { schemas: { Cat: heir(`{kind: {const: a}, ${narrow}}`), Dog: heir('{kind: {const: a}, x: {}}') } },
    [[type.requests], []],
    [[], [type.responses]],
  ],
  [
    'one more of the same value in a group',
    group(apart, untold('Cat')),
    group(apart, untold('Cat', 'Dog')),
    [[], [added]],
    [[removed], []],
  ],
  [
    'one more of the same value in a list',
    { pet: one('Cat', 'Fox'), schemas: apart },
    { pet: one('Cat', 'Dog', 'Fox'), schemas: apart },
    [[], [added]],
    [[removed], []],
  ],
])('%s', (_, before, after, there, back) => {
  const found = (some: Parts, other: Parts) =>
    (['requests', 'responses'] as const).map((use) => [
      ...new Set(
        changesBetween(inUse(use, some), inUse(use, other)).map(({ rule }) => rule.replace('breaking-', '')),
      ),
    ])
  expect(found(before, after)).toEqual(there)
  expect(found(after, before)).toEqual(back)
})

it('in 2.0, all heirs are found', () => {
  const pets = (claws: string) => `
swagger: '2.0'
paths: {/pets: {get: {responses: {'200': {schema: {$ref: '#/definitions/Pet'}}}}}}
definitions:
  Pet: {type: object, discriminator: kind, required: [kind], properties: {kind: {type: string}}}
  Cat: {x-ms-discriminator-value: cat, allOf: [{$ref: '#/definitions/Pet'}, {properties: {claws: {type: ${claws}}}}]}
`
  expect(changesBetween(pets('integer'), pets('string')).map(({ rule }) => rule)).toEqual([
    'breaking-response-type-changed',
  ])
  const renamed = pets('integer').replace('x-ms-discriminator-value: cat', 'x-ms-discriminator-value: lion')
  expect(changesBetween(pets('integer'), renamed).map(({ message }) => message)).toEqual([
    '`Pet` may now have `lion` as its `kind`, in the response 200 of `GET /pets`',
  ])
})

it('a file that only a mapping names and that cannot be read is said each time', () => {
  const mapped = (name: string) =>
    inUse('responses', { pet: one('Cat'), schemas: both, mapping: `mapping: {cat: '${name}'}` })
  const found = (name: string) => changesBetween(mapped(name), mapped(name)).map(({ message }) => message)
  expect(found('./cats.yaml')).toEqual([
    '`Pet` cannot be compared: `./cats.yaml`, which a mapping names, does not resolve, in the response 200 of `GET /pets`',
  ])
  expect(found('https://example.com/cats.yaml')).toEqual([])
  expect(found('Nothing')).toEqual([])
})

/** How a property may lead to a pet. */
const wraps: readonly (readonly [wrap: string, version?: string])[] = [
  ["{anyOf: [{$ref: '#/components/schemas/Base'}, {type: 'null'}]}"],
  ["{oneOf: [{$ref: '#/components/schemas/Base'}, {type: string}]}"],
  ["{allOf: [{$ref: '#/components/schemas/Base'}, {description: x}]}"],
  ["{allOf: [{$ref: '#/components/schemas/Base'}], nullable: true}", '3.0.3'],
  ["{$ref: '#/components/schemas/Base', minProperties: 1}"],
  ["{type: array, items: {anyOf: [{$ref: '#/components/schemas/Base'}, {type: 'null'}]}}"],
]

const named = (wrap: string) => `{type: object, properties: {pet: ${wrap}}}`

describe.each(wraps)('behind %s', (wrap = '', version = '3.1.0') => {
  const found = (some: Parts, other: Parts) =>
    (['requests', 'responses'] as const).map((use) => [
      ...new Set(
        changesBetween(inUse(use, { ...some, version }), inUse(use, { ...other, version })).map(({ rule }) =>
          rule.replace('breaking-', ''),
        ),
      ),
    ])
  const heirOfBase = (properties: string) => heir(properties).replace('schemas/Pet', 'schemas/Base')
  const withHeir = (properties: string): Parts => ({
    pet: named(wrap),
    schemas: { Base: base, Cat: heirOfBase(properties) },
  })
  const withMapping = (mapping: string): Parts => ({
    pet: named(wrap),
    schemas: { Base: one('Cat', 'Dog').replace('kind}', `kind, ${mapping}}`), ...both },
  })

  it('an heir is compared', () => {
    const [wide, less] = [withHeir('{claws: {type: [integer, string]}}'), withHeir(`{${narrow}}`)]
    expect(found(wide, less)).toEqual([[type.requests], []])
    expect(found(less, wide)).toEqual([[], [type.responses]])
    expect(found(wide, wide)).toEqual([[], []])
  })

  it('the mapping is compared', () => {
    const [some, other] = [
      withMapping('mapping: {c: Cat, l: Cat, d: Dog}'),
      withMapping('mapping: {c: Cat, d: Dog}'),
    ]
    expect(found(some, other)).toEqual([[changed], []])
    expect(found(other, some)).toEqual([[], [widened]])
  })
})

it('a use of an heir is not one of all heirs', () => {
  const pets = (more: string) => `
openapi: 3.1.0
paths: {/pets: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Cat'}}}}}}}}
components: {schemas: {Pet: ${base}, Cat: ${heir('{claws: {}}')}${more}}}`
  expect(changesBetween(pets(''), pets(`, Fox: ${heir('{}')}`))).toEqual([])
  expect(changesBetween(pets(`, Fox: ${heir('{}')}`), pets(''))).toEqual([])
})
