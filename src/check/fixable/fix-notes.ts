import { responseFixes } from './rules/responses.ts'

/** What fixes do of which the name of the rule does not say it, and those that are safe. */
interface FixNote {
  readonly rules: readonly string[]
  readonly fix: string
  /** Why it is safe, or what it may change. */
  readonly why: string
}

export const fixNotes: readonly FixNote[] = [
  {
    rules: ['openapi-tags'],
    fix: 'adds the tags that operations use',
    why: '`tags` names what operations say, in the order of their uses',
  },
  {
    rules: ['openapi-tags-uniqueness'],
    fix: 'removes a tag that says the same as another',
    why: 'the other one is written alike in every member',
  },
  {
    rules: ['operation-tag-defined'],
    fix: 'adds the tag to `tags`; to a sorted list at its place',
    why: 'as `openapi-tags`',
  },
  {
    rules: ['operation-parameters'],
    fix: 'removes a parameter that is the same as another',
    why: 'the other one is written alike in every member',
  },
  {
    rules: ['array-items'],
    fix: 'adds `items: {}`; with `--unsafe` before OpenAPI 3.1, and where the definition has `unevaluatedItems`. Not in parameters of 2.0, whose items need a type',
    why: 'from 3.1 on, no `items` and `items: {}` are the same schema',
  },
  {
    rules: ['no-$ref-siblings'],
    fix: 'up to OpenAPI 3.0: removes a description, an example or `type`, if it is empty or the target has it too. With `--unsafe`, the `$ref` of a schema moves into `allOf`, and what is beside another `$ref` is removed. Not in path items, examples, defaults and extensions',
    why: 'what is ignored is what the target says',
  },
  {
    rules: ['openapi-tags-alphabetical'],
    fix: 'sorts the tags, each with its comments; not where a comment may be about all of them',
    why: 'readers see the tags in their order',
  },
  {
    rules: ['operation-tags'],
    fix: 'adds the first word of the path as a tag, and defines it',
    why: 'generated classes are named after tags',
  },
  {
    rules: ['operation-singular-tag'],
    fix: 'keeps the first tag',
    why: 'the operation leaves the other generated classes',
  },
  {
    rules: ['oas3-api-servers'],
    fix: 'adds the server `/`, or removes a slash at the end of a URL',
    why: 'clients are generated with it as their base',
  },
  {
    rules: ['path-params'],
    fix: 'sets `required: true`, or adds missing parameters as strings',
    why: 'arguments of generated code change',
  },
  {
    rules: ['operation-operationId'],
    fix: 'adds an id from method and path',
    why: 'generated functions get another name',
  },
  {
    rules: Object.keys(responseFixes),
    fix: 'adds a reference to a shared response that the document has: 401, 429, 500; for validation 400, 422 or 4XX; for `operation-4xx-response` 400, 404, 401, 403 or 422',
    why: 'generated code has one more response',
  },
  {
    rules: ['duplicated-entry-in-enum'],
    fix: 'removes the repeated values, and their entries in `x-enum-varnames`, `x-enum-descriptions` and the like. Not where another list may have an entry for each value',
    why: 'generated code names each value',
  },
  {
    rules: [
      'owasp-no-additionalProperties',
      'owasp:api3:2023-no-additionalProperties',
      'owasp:api3:2023-no-unevaluatedProperties',
    ],
    fix: 'closes an object that names its properties',
    why: 'the values that are valid change',
  },
  {
    rules: ['owasp-integer-format', 'owasp:api4:2023-integer-format'],
    fix: 'adds `int64`, or `int32` where the bounds allow it',
    why: 'generated code has another type',
  },
  {
    rules: ['oas3-unused-component', 'oas2-unused-definition'],
    fix: 'removes it, if nothing in the definition names it. Not an entry that refers to a file, and nothing while a reference does not resolve',
    why: 'another document may use it, and generators write a type for it',
  },
  {
    rules: ['migrate-zally-ignore'],
    fix: 'renames it to `x-lint-ignore`, which may silence rules',
    why: 'issues of other rules may go with it',
  },
]

/** A sentence for `gov explain`; undefined: there is no note on the rule. */
export function findFixNote(rule: string): string | undefined {
  const note = fixNotes.find(({ rules }) => rules.includes(rule))
  return note && `${note.fix} (${note.why})`.replaceAll('`', '')
}
