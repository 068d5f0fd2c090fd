import type { Change } from '../../../check/fixable/change.ts'
import type { Fix, FixTarget } from '../../../check/fixable/fix.ts'
import { type FoundOperation, getObject } from '../../../check/fixable/operations.ts'
import { describe, type FixTable, put } from '../../../check/fixable/rules/make.ts'
import { inOperation } from '../../../check/fixable/rules/operations.ts'
import { placeholders } from '../../../core/model/placeholder.ts'
import { getValue } from '../../../core/model/record.ts'

const contact = {
  name: placeholders.text('name the responsible team'),
  url: placeholders.url,
  email: placeholders.email,
}
const license = { name: placeholders.text('name the licence'), url: placeholders.url }

/** Fixes that write what only a person can complete, and so leave `gov check` failing. */
export const placeholderFixes: FixTable = {
  'operation-description': [{ ...placeholder(inOperation(describeOperation)), isLast: true }],
  'oas3-parameter-description': [placeholder(describeParameter)],
  'oas2-parameter-description': [placeholder(describeParameter)],
  'tag-description': [placeholder(describeTag)],
  'component-description': [placeholder(describeComponent)],
  'info-contact': [placeholder((target) => addPart(target, 'contact', contact))],
  'contact-properties': [placeholder((target) => complete(target, 'contact', contact))],
  'info-description': [
    placeholder((target) => describe(target, ['info'], placeholders.text('describe what the API is for'))),
  ],
  'info-license': [placeholder((target) => addPart(target, 'license', license))],
  'license-url': [placeholder(addLicenseUrl)],
}

function addPart(target: FixTarget, key: string, value: object): readonly Change[] {
  const info = getObject(target, ['info'])
  return info && !(key in info) ? [{ op: 'insert', path: ['info'], key, value }] : []
}

/** Adds all missing members, because the rule reports only one issue for them. */
function complete(
  target: FixTarget,
  part: string,
  texts: Readonly<Record<string, string>>,
): readonly Change[] {
  const path = ['info', part]
  if (!getObject(target, path)) return []
  return Object.entries(texts).flatMap(([key, text]) => fill(target, path, key, text))
}

function fill(target: FixTarget, path: readonly string[], key: string, value: string): readonly Change[] {
  const holder = getObject(target, path)
  if (!holder || (typeof holder[key] === 'string' && holder[key].trim() !== '')) return []
  return put(target, path, key, value)
}

function addLicenseUrl(target: FixTarget): readonly Change[] {
  const known = getObject(target, ['info', 'license'])
  if (!known) return addPart(target, 'license', license)
  return 'identifier' in known ? [] : fill(target, ['info', 'license'], 'url', license.url)
}

function placeholder(changes: Fix['changes']): Fix {
  return { safe: false, asksPerson: true, changes }
}

function describeOperation({ method, route, path }: FoundOperation, target: FixTarget): readonly Change[] {
  const what = `${method.toUpperCase()} ${route}`
  if (target.path.at(-1) === 'requestBody')
    return describe(target, target.path, placeholders.text(`describe the body of ${what}`))
  if (target.path.length > 4) return []
  return describe(target, path, placeholders.text(`describe ${what}`))
}

function describeParameter(target: FixTarget): readonly Change[] {
  const path = target.path.at(-1) === 'description' ? target.path.slice(0, -1) : target.path
  const parameter = getObject(target, path)
  if (typeof parameter?.in !== 'string') return []
  return describe(target, path, placeholders.text(`describe the parameter ${String(parameter.name)}`))
}

function describeTag(target: FixTarget): readonly Change[] {
  const path = target.path.slice(0, 2)
  const name = String(getValue(target.root, [...path, 'name']))
  return describe(target, path, placeholders.text(`describe the tag ${name}`))
}

function describeComponent(target: FixTarget): readonly Change[] {
  const [components, kind, name] = target.path
  if (components !== 'components' || kind === undefined || name === undefined) return []
  return describe(
    target,
    [components, kind, name],
    placeholders.text(`describe ${String(kind)}/${String(name)}`),
  )
}
