import type { Path } from '../../../core/model/location.ts'
import { placeholders } from '../../../core/model/placeholder.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import type { Change } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { describe, type FixTable, getObject, placeholder, put, unsafe } from './make.ts'
import { findOperation } from './operation-at.ts'
import { changeReferences } from './references.ts'

export const pathFixes: FixTable = {
  'path-keys-no-trailing-slash': [unsafe(removeSlash)],
  'path-params': [unsafe(requirePathParameter), unsafe(defineParameters)],
  'oas3-parameter-description': [placeholder(describeParameter)],
  'oas2-parameter-description': [placeholder(describeParameter)],
}

/** The path under a new key, and the references that lead through it. */
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
function defineParameters(target: FixTarget): readonly Change[] {
  const operation = findOperation(target)
  if (!operation || target.path.length !== 3) return []
  const { path, route, value } = operation
  const item = path.slice(0, 2)
  const defined = [
    ...listParameters(target, [...item, 'parameters']),
    ...listParameters(target, [...path, 'parameters']),
  ]
  const missing = listPathNames(route)
    .filter((name) => !defined.includes(name))
    .map((name) => createParameter(name, target.root))
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

function listParameters({ root, targetOf }: FixTarget, path: Path): readonly unknown[] {
  return toList(getValue(root, path)).flatMap((each, index) => {
    const isReference = isRecord(each) && typeof each.$ref === 'string'
    const parameter = isReference ? targetOf([...path, index]) : each
    return isRecord(parameter) && parameter.in === 'path' ? [parameter.name] : []
  })
}

function listPathNames(route: string): readonly string[] {
  return [...new Set([...route.matchAll(/\{;?\??([\w-]+)\*?\}/g)].map(([, name = '']) => name))]
}

function describeParameter(target: FixTarget): readonly Change[] {
  const path = target.path.at(-1) === 'description' ? target.path.slice(0, -1) : target.path
  const parameter = getObject(target, path)
  if (typeof parameter?.in !== 'string') return []
  return describe(
    target,
    path,
    'description',
    placeholders.text(`describe the parameter ${String(parameter.name)}`),
  )
}
