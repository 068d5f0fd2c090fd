import type { Path } from '../../../core/model/location.ts'
import { placeholders } from '../../../core/model/placeholder.ts'
import { getValue, toList } from '../../../core/model/record.ts'
import type { Change } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { describe, type FixTable, placeholder, safe, unsafe, unsafeLast } from './make.ts'
import { findOperation, freshId, listOperations, unusedId } from './operation-at.ts'
import { changeLinks } from './references.ts'

export const operationFixes: FixTable = {
  'operation-description': [{ ...placeholder(describeOperation), isLast: true }],
  'operation-operationId': [unsafeLast(addId)],
  'operation-operationId-unique': [unsafe(renameRepeatedId)],
  'operation-operationId-valid-in-url': [unsafe(renameId)],
  'operation-parameters': [safe(removeSameParameter)],
  'oas2-operation-formData-consume-check': [unsafe(consumeForm)],
}

function describeOperation(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  if (!operation) return []
  const what = `${operation.method.toUpperCase()} ${operation.route}`
  if (target.path.at(-1) === 'requestBody')
    return describe(target, target.path, 'description', placeholders.text(`describe the body of ${what}`))
  if (target.path.length > 4) return []
  return describe(target, operation.path, 'description', placeholders.text(`describe ${what}`))
}

function addId(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  return operation ? describe(target, operation.path, 'operationId', freshId(operation, target.root)) : []
}

/** Keeps the first operation's id, because links refer to that one. */
function renameRepeatedId(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  const id = operation?.value.operationId
  if (!operation || typeof id !== 'string') return []
  const first = listOperations(target.root).find(({ value }) => value.operationId === id)
  if (!first || first.path.join() === operation.path.join()) return []
  return [{ op: 'set', path: [...operation.path, 'operationId'], value: unusedId(id, target.root) }]
}

function renameId(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  const id = operation?.value.operationId
  if (!operation || typeof id !== 'string') return []
  const plain = id
    .trim()
    .replace(/[^A-Za-z0-9\-._~]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain === '' || plain === id) return []
  return renamedId(target, [...operation.path, 'operationId'], id, unusedId(plain, target.root))
}

/** The id and the links that name it. */
export function renamedId(target: FixTarget, own: Path, from: string, to: string): readonly Change[] {
  return [own, ...changeLinks(target, from)].map((path) => ({ op: 'set', path, value: to }))
}

function removeSameParameter({ root, path, isRepeated }: FixTarget): readonly Change[] {
  const list = getValue(root, path.slice(0, -1))
  const index = path.at(-1)
  if (path.at(-2) !== 'parameters' || !Array.isArray(list) || typeof index !== 'number') return []
  return isRepeated(path) ? [{ op: 'remove', path }] : []
}

function consumeForm(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  if (!operation) return []
  const { path, value } = operation
  const hasFile = toList(value.parameters).some((each) => getValue(each, ['type']) === 'file')
  const type = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  if (Array.isArray(value.consumes)) return [{ op: 'insert', path: [...path, 'consumes'], value: type }]
  if ('consumes' in value) return []
  return [{ op: 'insert', path, key: 'consumes', value: [type], before: 'parameters' }]
}
