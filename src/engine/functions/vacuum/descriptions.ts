import { z } from 'zod'
import type { Path } from '../../../core/model/location.ts'
import {
  type DocumentOperation,
  list,
  listRoutes,
  listWrittenOperations,
  mapping,
  root,
} from '../../openapi/operations.ts'
import { capitalize } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, defineOperationFunction } from '../define.ts'
import { hasText } from '../facts.ts'

/** Generated rulesets write numbers as texts. */
const wordCount = () =>
  z
    .strictObject({ minWords: z.coerce.number().int().min(0).optional() })
    .nullish()
    .transform((given) => ({ minWords: given?.minWords ?? 0 }))

export const descriptionFunctions: readonly RuleFunction[] = [
  /** An operation has a description or a summary, its request body and each of its responses a description. */
  defineOperationFunction(
    'oasDescriptions',
    (operation, document, { minWords }) => {
      const { value } = operation
      const isSilent = !hasText(value.description) && !hasText(value.summary)
      return [
        ...(isSilent ? [{ message: 'Operation has neither a description nor a summary' }] : []),
        ...['description', 'summary'].flatMap((key) => reportTooShort(value[key], key, [], minWords)),
        ...listDescribedParts(operation, document).flatMap(({ name, text, at }) =>
          hasText(text)
            ? reportTooShort(text, `description of the ${name}`, at, minWords)
            : [{ message: `${capitalize(name)} has no description`, path: at }],
        ),
      ]
    },
    wordCount,
  ),
  /** Components, except callbacks and path items, have a description. */
  defineDocumentFunction(
    'oasComponentDescriptions',
    (document, { minWords }) => {
      const components = mapping(root(document).components, document)
      return describedKinds.flatMap((kind) =>
        Object.entries(mapping(components[kind], document)).flatMap(([name, written]) => {
          const { description } = mapping(written, document)
          if (hasText(description) && String(description).split(' ').length >= minWords) return []
          const fault = hasText(description)
            ? `has a description of fewer than ${minWords} words`
            : 'has no description'
          return [
            { message: `\`${name}\` of \`${kind}\` ${fault}`, path: ['components', kind, name], at: 'key' },
          ]
        }),
      )
    },
    wordCount,
  ),
  /** Shared parameters, and those of path items and operations, have a description. */
  defineDocumentFunction('oasParamDescriptions', (document) => {
    const { components, parameters } = root(document)
    const shared = mapping(components, document).parameters ?? parameters
    const sharedPath = components === undefined ? ['parameters'] : ['components', 'parameters']
    const places = [
      ...Object.entries(mapping(shared, document)).map(([name, value]) => ({
        value,
        path: [...sharedPath, name],
      })),
      ...listRoutes(document).flatMap((route) => [
        ...listItems(route.item.parameters, [...route.path, 'parameters'], document),
        ...listWrittenOperations(route, document).flatMap(({ written, path }) =>
          listItems(mapping(written, document).parameters, [...path, 'parameters'], document),
        ),
      ]),
    ]
    return places.flatMap(({ value, path }) => {
      const parameter = mapping(value, document)
      if (hasText(parameter.description)) return []
      return [{ message: `Parameter \`${String(parameter.name)}\` has no description`, path, at: 'inside' }]
    })
  }),
]

function listDescribedParts({ value, responses }: DocumentOperation, document: FunctionContext) {
  const { description } = mapping(value.requestBody, document)
  const body = { name: 'request body', text: description, at: ['requestBody'] }
  return [
    ...(value.requestBody === undefined ? [] : [body]),
    ...responses.map((response) => ({
      name: `response ${response.code}`,
      text: response.value.description,
      at: ['responses', response.code],
    })),
  ]
}

function reportTooShort(text: unknown, name: string, path: Path, minWords: number): FunctionResult[] {
  if (!hasText(text) || String(text).split(' ').length >= minWords) return []
  return [{ message: `${capitalize(name)} has fewer than ${minWords} words`, path }]
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

function listItems(value: unknown, path: Path, document: FunctionContext) {
  return list(value, document).map((item, index) => ({ value: item, path: [...path, index] }))
}
