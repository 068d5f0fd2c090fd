import type { Path } from '../../../model/location.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { type Check, list, mapping, root, routesOf, says, writtenOperations } from '../facts.ts'
import { type Operation, operationsOf } from '../owasp/operations.ts'

export interface WordCount {
  readonly minWords: number
}

/** An operation has a description or a summary, its request body and each of its responses a description. */
export const oasDescriptions: Check<WordCount> = (document, { minWords }) =>
  operationsOf(document).flatMap((operation) => {
    const { value, path } = operation
    const isSilent = !says(value.description) && !says(value.summary)
    return [
      ...(isSilent ? [{ message: 'the operation has neither a description nor a summary', path }] : []),
      ...['description', 'summary'].flatMap((key) => tooShort(value[key], key, path, minWords)),
      ...partsOf(operation, document).flatMap(({ name, text, at }) =>
        says(text)
          ? tooShort(text, `description of the ${name}`, at, minWords)
          : [{ message: `the ${name} has no description`, path: at }],
      ),
    ]
  })

function partsOf({ value, path, responses }: Operation, document: FunctionContext) {
  const body = value.requestBody === undefined ? [] : [mapping(value.requestBody, document)]
  return [
    ...body.map(({ description }) => ({
      name: 'request body',
      text: description,
      at: [...path, 'requestBody'],
    })),
    ...responses.map((each) => ({
      name: `response ${each.code}`,
      text: each.value.description,
      at: each.path,
    })),
  ]
}

function tooShort(text: unknown, name: string, path: Path, minWords: number): FunctionResult[] {
  if (!says(text) || String(text).split(' ').length >= minWords) return []
  return [{ message: `the ${name} has fewer than ${minWords} words`, path }]
}

/** What a document's `components` hold, but for callbacks and path items, has a description. */
export const oasComponentDescriptions: Check<WordCount> = (document, { minWords }) => {
  const components = mapping(root(document).components, document)
  return describedKinds.flatMap((kind) =>
    Object.entries(mapping(components[kind], document)).flatMap(([name, written]) => {
      const { description } = mapping(written, document)
      if (says(description) && String(description).split(' ').length >= minWords) return []
      const fault = says(description)
        ? `has a description of fewer than ${minWords} words`
        : 'has no description'
      return [{ message: `"${name}" of \`${kind}\` ${fault}`, path: ['components', kind, name], at: 'key' }]
    }),
  )
}

const describedKinds = [
  'schemas',
  'parameters',
  'requestBodies',
  'responses',
  'examples',
  'headers',
  'links',
  'securitySchemes',
]

/** Shared parameters, and those of path items and operations, have a description. */
export const oasParamDescriptions: Check = (document) => {
  const shared = mapping(root(document).components, document).parameters ?? root(document).parameters
  const places = [
    ...Object.entries(mapping(shared, document)).map(([name, value]) => ({
      value,
      path:
        root(document).components === undefined ? ['parameters', name] : ['components', 'parameters', name],
    })),
    ...routesOf(document).flatMap((route) => [
      ...listed(route.item.parameters, [...route.path, 'parameters']),
      ...writtenOperations(route, document).flatMap(({ written, path }) =>
        listed(mapping(written, document).parameters, [...path, 'parameters']),
      ),
    ]),
  ]
  return places.flatMap(({ value, path }) => {
    const parameter = mapping(value, document)
    if (says(parameter.description)) return []
    return [{ message: `the parameter "${String(parameter.name)}" has no description`, path, at: 'inside' }]
  })

  function listed(value: unknown, path: readonly (string | number)[]) {
    return list(value, document).map((item, index) => ({ value: item, path: [...path, index] }))
  }
}
