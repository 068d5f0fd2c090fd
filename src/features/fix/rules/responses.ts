import type { FoundOperation } from '../../../check/fixable/operations.ts'
import { findShared } from '../../../check/fixable/shared-responses.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { Change } from '../propose/change.ts'
import type { Fix, FixTarget } from '../propose/fix.ts'
import { type FixTable, unsafe } from './make.ts'
import { inOperation } from './operations.ts'

const add = (...codes: readonly string[]): readonly Fix[] => [
  unsafe(inOperation((operation, target) => addResponse(operation, codes, target))),
]
const invalid = add('400', '422', '4XX')

export const responseFixes: FixTable = {
  'owasp-define-error-responses-401': add('401'),
  'owasp-define-error-responses-429': add('429'),
  'owasp-define-error-responses-500': add('500'),
  'owasp-define-error-validation': invalid,
  'owasp:api8:2023-define-error-responses-401': add('401'),
  'owasp:api8:2023-define-error-responses-500': add('500'),
  'owasp:api4:2023-rate-limit-responses-429': add('429'),
  'owasp:api8:2023-define-error-validation': invalid,
  'operation-4xx-response': add('400', '404', '401', '403', '422'),
}

/** A reference to a response that the document has. It invents none. */
function addResponse(
  { path: operation, value: { responses } }: FoundOperation,
  codes: readonly string[],
  target: FixTarget,
): readonly Change[] {
  if (!isRecord(responses)) return []
  for (const code of codes) {
    const $ref = code in responses ? undefined : findShared(Object(target.root))(code)
    if ($ref === undefined) continue
    const path = [...operation, 'responses']
    return [{ op: 'insert', path, key: code, value: { $ref }, before: findPlace(code, target.keysAt(path)) }]
  }
  return []
}

function findPlace(code: string, codes: readonly string[]): string | undefined {
  return codes.find((each) => each > code && !each.startsWith('x-'))
}
