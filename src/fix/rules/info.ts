import type { Change } from '../change.ts'
import type { Target } from '../fix.ts'
import { describe, type FixTable, objectAt, put, stub, unsafe } from './make.ts'

const contact = {
  name: stub('the responsible team'),
  url: 'https://example.com/TODO',
  email: 'todo@example.com',
}
const license = { name: stub('the licence'), url: 'https://example.com/TODO' }

export const infoFixes: FixTable = {
  'info-contact': [unsafe((target) => addPart(target, 'contact', contact))],
  'contact-properties': [unsafe((target) => complete(target, 'contact', contact))],
  'info-description': [
    unsafe((target) => describe(target, ['info'], 'description', stub('describe what the API is for'))),
  ],
  'info-license': [unsafe((target) => addPart(target, 'license', license))],
  'license-url': [unsafe(addLicenseUrl)],
}

function addPart(target: Target, key: string, value: object): readonly Change[] {
  const info = objectAt(target, ['info'])
  return info && !(key in info) ? [{ op: 'insert', path: ['info'], key, value }] : []
}

/** All that is missing: the rule says once that something is. */
function complete(target: Target, part: string, texts: Readonly<Record<string, string>>): readonly Change[] {
  const path = ['info', part]
  if (!objectAt(target, path)) return []
  return Object.entries(texts).flatMap(([key, text]) => fill(target, path, key, text))
}

function fill(target: Target, path: readonly string[], key: string, value: string): readonly Change[] {
  const holder = objectAt(target, path)
  if (!holder || (typeof holder[key] === 'string' && holder[key].trim() !== '')) return []
  return put(target, path, key, value)
}

function addLicenseUrl(target: Target): readonly Change[] {
  const known = objectAt(target, ['info', 'license'])
  if (!known) return addPart(target, 'license', license)
  return 'identifier' in known ? [] : fill(target, ['info', 'license'], 'url', license.url)
}
