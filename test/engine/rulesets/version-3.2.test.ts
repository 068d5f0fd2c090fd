import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { isRecord } from '../../../src/core/model/record.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readExplanations } from '../../../src/engine/rulesets/explanations/index.ts'
import { builtinRulesets } from '../../../src/engine/rulesets/index.ts'
import { load } from '../ruleset/load.ts'

const explanations = await readExplanations()
const rules = (
  await Promise.all(
    [...builtinRulesets.keys()].map((name) => load(`extends: [[${JSON.stringify(name)}, all]]`)),
  )
).flat()

type Mapping = Readonly<Record<string, unknown>>

function countOf(id: string, document: unknown): number {
  const own = rules.filter((rule) => rule.id === id)
  const issues = evaluate(parseDocument(JSON.stringify(document), 'json'), { rules: own })
  return issues.filter(({ rule }) => rule.id === id).length
}

/** Every object of a document, the innermost first, as `change` has it. */
function mapped(value: unknown, change: (object: Mapping, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, key))
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, each]) => [name, mapped(each, change, name)])
  return change(Object.fromEntries(members), key)
}

const inMedia = (change: (media: Mapping) => unknown) => (document: Mapping) =>
  mapped(document, (object, key) =>
    key === 'content'
      ? Object.fromEntries(
          Object.entries(object).map(([type, media]) => [type, isRecord(media) ? change(media) : media]),
        )
      : object,
  )

const itemSchemas = inMedia(({ schema, example, ...rest }) => ({
  ...rest,
  ...(schema !== undefined && { itemSchema: schema }),
  ...(example !== undefined && { example: [example] }),
}))

function mediaTypes(document: Mapping): unknown {
  const moved: Record<string, unknown> = {}
  const changed = inMedia((media) => {
    const name = `M${Object.keys(moved).length}`
    moved[name] = media
    return { $ref: `#/components/mediaTypes/${name}` }
  })(document)
  const components = isRecord(document.components) ? Object(changed).components : {}
  return { ...Object(changed), components: { ...components, mediaTypes: moved } }
}

const form = (name: unknown, schema: unknown) => ({
  'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { [String(name)]: schema } } },
})

function querystrings(document: Mapping): unknown {
  return mapped(document, (object) => {
    const { in: place, schema, ...rest } = object
    if (place !== 'query' || schema === undefined) return object
    return { ...rest, in: 'querystring', content: form(object.name, schema) }
  })
}

/** The document's schemas as those of a stream's items. */
function streams(document: Mapping): Mapping {
  const { components, paths } = document
  const { schemas, ...rest } = isRecord(components) ? components : {}
  if (!isRecord(schemas) || JSON.stringify(document).includes('#/components/schemas')) return document
  const content = Object.fromEntries(
    Object.entries(schemas).map(([name, itemSchema]) => [`application/${name}`, { itemSchema }]),
  )
  const planted = { get: { responses: { '200': { description: 'Items.', content } } } }
  return { ...document, components: rest, paths: { ...Object(paths), '/planted': planted } }
}

const self = 'https://api.example/v1/openapi.json'

function withSelf(document: Mapping): unknown {
  const changed = mapped(document, (object) =>
    typeof object.$ref === 'string' && object.$ref.startsWith('#')
      ? { ...object, $ref: self + object.$ref }
      : object,
  )
  return { $self: self, ...Object(changed) }
}

const failing = [...explanations].flatMap(([id, { examples }]) => {
  const document = examples.find(({ kind }) => kind === 'fails')?.document
  const read = document?.kind === 'text' ? parseDocument(document.text, 'yaml').value : undefined
  const value = document?.kind === 'value' ? document.value : read
  if (!isRecord(value) || 'swagger' in value) return []
  const whole = { ...value, openapi: '3.2.0' }
  return countOf(id, whole) > 0 ? [{ id, value: whole }] : []
})

const variants: readonly (readonly [string, (document: Mapping) => unknown, number])[] = [
  ['in a media type with itemSchema', itemSchemas, 1],
  ['under itemSchema', streams, 10],
  ['in components.mediaTypes', (document) => mediaTypes(streams(document)), 15],
  ['of a parameter in: querystring', querystrings, 2],
  ['with a $self base', withSelf, 70],
]

/** A schema that a stream uses is no longer unused, and no longer a component. */
const ofComponents = ['oas3-unused-component', 'component-description']

describe.each(variants)('a fault is found %s', (_name, change, atLeast) => {
  const changed = failing
    .map(({ id, value }) => ({ id, value, variant: change(value) }))
    .filter(({ id }) => !ofComponents.includes(id) || change === withSelf)
    .filter(({ value, variant }) => JSON.stringify(value) !== JSON.stringify(variant))

  it('is shown of enough rules', () => {
    expect(changed.length).toBeGreaterThanOrEqual(atLeast)
  })

  it.each(changed)('$id', ({ id, variant }) => {
    expect(countOf(id, variant)).toBeGreaterThan(0)
  })
})
