import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import type { Change } from '../change.ts'
import type { Fix, FixTarget } from '../fix.ts'
import {
  type FoundOperation,
  findOperation,
  getObject,
  isRepeated,
  listMissingParameters,
  listOperationsById,
} from '../operations.ts'
import { describe, type FixTable, put, safe, setAll, unsafe, unsafeLast } from './make.ts'
import { changeLinks, changeReferences } from './references.ts'

export const operationFixes: FixTable = {
  'operation-operationId': [unsafeLast(inOperation(addId))],
  'operation-operationId-unique': [unsafe(inOperation(renameRepeatedId))],
  'operation-operationId-valid-in-url': [unsafe(inOperation(renameId))],
  'operation-parameters': [safe(removeSameParameter)],
  'oas2-operation-formData-consume-check': [unsafe(inOperation(consumeForm))],
}

/** Changes for an issue in an operation; there are none elsewhere. */
export function inOperation(
  changes: (operation: FoundOperation, target: FixTarget) => readonly Change[],
): Fix['changes'] {
  return (target) => {
    const operation = findOperation(target)
    return operation ? changes(operation, target) : []
  }
}

function addId(operation: FoundOperation, target: FixTarget): readonly Change[] {
  return describe(target, operation.path, freshId(operation, target.root), 'operationId')
}

/** Keeps the first operation's id, because links refer to that one. */
function renameRepeatedId({ path, value }: FoundOperation, { whole: root }: FixTarget): readonly Change[] {
  const { operationId: id } = value
  const [first] = listOperationsById(Object(root)).get(id) ?? []
  if (typeof id !== 'string' || !first || first.path.join() === path.join()) return []
  return [{ op: 'set', path: [...path, 'operationId'], value: unusedId(id, root) }]
}

function renameId({ path, value }: FoundOperation, target: FixTarget): readonly Change[] {
  const { operationId: id } = value
  if (typeof id !== 'string') return []
  const plain = id
    .trim()
    .replace(/[^A-Za-z0-9\-._~]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain === '' || plain === id) return []
  return renamedId(target, [...path, 'operationId'], id, unusedId(plain, target.root))
}

export function renamedId(target: FixTarget, idPath: Path, from: string, to: string): readonly Change[] {
  return setAll([idPath, ...changeLinks(target, from)], to)
}

function removeSameParameter(target: FixTarget): readonly Change[] {
  const { path } = target
  if (path.at(-2) !== 'parameters' || typeof path.at(-1) !== 'number') return []
  return isRepeated(target, path) ? [{ op: 'remove', path }] : []
}

function consumeForm({ path, value }: FoundOperation): readonly Change[] {
  const hasFile = toList(value.parameters).some((each) => getValue(each, ['type']) === 'file')
  const type = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  if (Array.isArray(value.consumes)) return [{ op: 'insert', path: [...path, 'consumes'], value: type }]
  if ('consumes' in value) return []
  return [{ op: 'insert', path, key: 'consumes', value: [type], before: 'parameters' }]
}

/** An id out of method and path, such as `getPetsPetId`; another one where that is taken. */
function freshId({ method, route }: FoundOperation, root: unknown): string {
  const words = route.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const id = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return unusedId(id, root)
}

function unusedId(id: string, root: unknown): string {
  const taken = listOperationsById(Object(root))
  let found = id
  for (let number = 2; taken.has(found); number++) found = `${id}${number}`
  return found
}

export const pathFixes: FixTable = {
  'path-keys-no-trailing-slash': [unsafe(removeSlash)],
  'path-params': [unsafe(requirePathParameter), unsafe(inOperation(defineParameters))],
}

function removeSlash({ root, path }: FixTarget): readonly Change[] {
  const [paths, route] = path
  if (paths !== 'paths' || typeof route !== 'string' || !/.\/$/.test(route)) return []
  const to = route.replace(/\/+$/, '')
  return [
    { op: 'rename', path: ['paths', route], to },
    ...changeReferences(root, ['paths', route], ['paths', to]),
  ]
}

/** The specification leaves nothing else. Unsafe: in generated code it is no longer optional, and comes earlier. */
function requirePathParameter(target: FixTarget): readonly Change[] {
  const parameter = getObject(target, target.path)
  if (parameter?.in !== 'path' || parameter.required === true) return []
  return put(target, target.path, 'required', true)
}

/** Defines, as strings, what the path has and neither the operation nor its path item defines. */
function defineParameters(operation: FoundOperation, target: FixTarget): readonly Change[] {
  const { path, value } = operation
  if (target.path.length !== 3) return []
  const names = listMissingParameters(operation, target)
  const missing = names.map((name) => createParameter(name, target.root))
  if (missing.length === 0) return []
  if (Array.isArray(value.parameters))
    return missing.map((each) => ({ op: 'insert', path: [...path, 'parameters'], value: each }))
  if ('parameters' in value) return []
  const before = target.keysAt(path).find((key) => ['requestBody', 'responses'].includes(key))
  return [{ op: 'insert', path, key: 'parameters', value: missing, before }]
}

function createParameter(name: string, root: unknown): object {
  const isVersion2 = isRecord(root) && 'swagger' in root
  const type = { type: 'string' }
  return { name, in: 'path', required: true, ...(isVersion2 ? type : { schema: type }) }
}
