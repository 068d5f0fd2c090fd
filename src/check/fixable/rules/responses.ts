import { toPointer } from '../../../core/model/identity.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { getValue, isRecord } from '../../../core/model/record.ts'
import type { Change } from '../change.ts'
import type { Fix, FixTarget } from '../fix.ts'
import { type FoundOperation, listFixableOperations } from '../operations.ts'
import { type FixTable, unsafe } from './make.ts'
import { inOperation } from './operations.ts'

const add = (...codes: readonly string[]): readonly Fix[] => [
  unsafe(inOperation((operation, target) => addResponse(operation, codes, target))),
]
const invalid = add('400', '422', '4XX')

export const responseFixes: FixTable = {
  'operation-4xx-response': add('400', '404', '401', '403', '422'),
  'owasp-define-error-responses-401': add('401'),
  'owasp-define-error-responses-429': add('429'),
  'owasp-define-error-responses-500': add('500'),
  'owasp-define-error-validation': invalid,
  'owasp:api8:2023-define-error-responses-401': add('401'),
  'owasp:api8:2023-define-error-responses-500': add('500'),
  'owasp:api4:2023-rate-limit-responses-429': add('429'),
  'owasp:api8:2023-define-error-validation': invalid,
}

/** A reference to a response that the document has. It invents none. */
function addResponse(
  { path: operation, value: { responses } }: FoundOperation,
  codes: readonly string[],
  target: FixTarget,
): readonly Change[] {
  if (!isRecord(responses)) return []
  for (const code of codes) {
    const $ref = code in responses ? undefined : findShared(Object(target.whole))(code)
    if ($ref === undefined) continue
    const path = [...operation, 'responses']
    return [{ op: 'insert', path, key: code, value: { $ref }, before: findPlace(code, target.keysAt(path)) }]
  }
  return []
}

function findPlace(code: string, codes: readonly string[]): string | undefined {
  return codes.find((each) => each > code && !each.startsWith('x-'))
}

/** Usual names of shared responses by status code; used if no operation references one yet. */
const words: Readonly<Record<string, RegExp>> = {
  '400': /^bad_?request|^(?:http|error|status)?_?400|^invalid_?(?:request|input)/i,
  '401': /^(?:unauthori[sz]ed|unauthenticated)|^(?:http|error|status)?_?401/i,
  '403': /^forbidden|^(?:http|error|status)?_?403/i,
  '404': /^not_?found|^(?:http|error|status)?_?404/i,
  '422': /^unprocessable|^validation_?(?:error|failed)|^(?:http|error|status)?_?422/i,
  '429': /^too_?many_?requests|^rate_?limit|^(?:http|error|status)?_?429/i,
  '4XX': /^client_?error/i,
  '500': /^internal_?(?:server)?_?error|^server_?error|^(?:http|error|status)?_?500/i,
}

/** A reference to a response for a code. Looked for once for each: every operation may ask. */
const findShared = rememberPerObject((root: object) => {
  const known = new Map<string, string | undefined>()
  return (code: string) => {
    if (!known.has(code)) known.set(code, searchShared(code, root))
    return known.get(code)
  }
})

function searchShared(code: string, root: unknown): string | undefined {
  for (const [pointer, path] of [
    ['#/components/responses/', ['components', 'responses']],
    ['#/responses/', ['responses']],
  ] as const) {
    const shared = getValue(root, path)
    if (!isRecord(shared)) continue
    const used = listFixableOperations(root).flatMap(
      ({ value }) => getValue(value, ['responses', code, '$ref']) ?? [],
    )
    const known = used.find(
      (each) =>
        typeof each === 'string' && each.startsWith(pointer) && hasSchema(shared[each.slice(pointer.length)]),
    )
    if (typeof known === 'string') return known
    const name = Object.keys(shared).find((key) => words[code]?.test(key) && hasSchema(shared[key]))
    if (name !== undefined) return pointer + toPointer([name]).slice(1)
  }
  return undefined
}

/** The rules want to know what the body is. */
function hasSchema(response: unknown): boolean {
  if (!isRecord(response)) return false
  if (isRecord(response.schema)) return true
  const { content } = response
  return isRecord(content) && Object.values(content).some((each) => isRecord(each) && isRecord(each.schema))
}
