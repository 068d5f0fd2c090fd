import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Unwritable } from '../change.ts'
import type { FixTarget } from '../fix.ts'
import { type FixTable, put, unsafe, unsafeLast } from './make.ts'
import { isReferenced, listObjects } from './references.ts'

export const documentFixes: FixTable = {
  'oas3-unused-component': [unsafeLast(removeUnused)],
  'oas2-unused-definition': [unsafeLast(removeUnused)],
  'migrate-zally-ignore': [unsafe(renameIgnore)],
  'oas3_1-servers-in-webhook': [
    unsafe(({ path }) => (path.at(-1) === 'servers' ? [{ op: 'remove', path }] : [])),
  ],
}

const holders = ['components', 'definitions', 'parameters', 'responses']

/** Unsafe: another file may use the component. Throws Unwritable where something in the definition may. */
function removeUnused(target: FixTarget): readonly Change[] {
  const { root, path, findUnresolved } = target
  const isComponent = path.length === (path[0] === 'components' ? 3 : 2) && holders.includes(String(path[0]))
  if (!isComponent) return []
  const component = getValue(root, path)
  if (!isRecord(component))
    throw new Unwritable('it is no component: a file has them, or they are not objects')
  if (typeof component.$ref === 'string' && !component.$ref.startsWith('#'))
    throw new Unwritable('it names a file: bundlers take its name for what they find there')
  if (isReferenced(target, path)) return []
  const extendsOther = toList(component.allOf).some((part) => isRecord(part) && part.$ref !== undefined)
  if (extendsOther && listObjects(root).some(({ value }) => value.discriminator !== undefined))
    throw new Unwritable('the value of a discriminator may name it')
  const unresolved = findUnresolved()
  if (unresolved !== undefined)
    throw new Unwritable(`a reference does not resolve and may be meant for it: ${unresolved}`)
  return [{ op: 'remove', path }]
}

/** Unsafe: `x-lint-ignore` may excuse issues, or make a dashboard drop them. */
function renameIgnore({ root, path }: FixTarget): readonly Change[] {
  const at = path.at(-1) === 'x-zally-ignore' ? path : [...path, 'x-zally-ignore']
  const holder = getValue(root, at.slice(0, -1))
  return isRecord(holder) && 'x-zally-ignore' in holder
    ? [{ op: 'rename', path: at, to: 'x-lint-ignore' }]
    : []
}

const toHttps = [
  unsafe((target) =>
    urlChanges(target, (url) => url.replace(/^(http|ws):/i, (all) => `${all.slice(0, -1)}s:`)),
  ),
]
const withoutSlash = unsafe((target) => urlChanges(target, (url) => url.replace(/(?<=[^/])\/+$/, '')))

export const serverFixes: FixTable = {
  'oas3-api-servers': [unsafe(addDefaultServer), withoutSlash],
  'oas3-server-trailing-slash': [withoutSlash],
  'oas2-host-trailing-slash': [
    unsafe(({ root }) => replaced(root, ['host'], (host) => host.replace(/\/+$/, ''))),
  ],
  'oas2-api-schemes': [
    unsafe((target) =>
      getValue(target.root, ['schemes']) === undefined ? put(target, [], 'schemes', ['https'], 'paths') : [],
    ),
  ],
  'owasp-security-hosts-https-oas3': toHttps,
  'owasp:api8:2023-no-server-http': toHttps,
  'owasp:api8:2023-no-scheme-http': [unsafe(secureScheme)],
}

/** OpenAPI 3 defines `/` as the default server. Unsafe: clients are generated with it as their base, and ask for `//pets`. */
function addDefaultServer(target: FixTarget): readonly Change[] {
  const { root } = target
  if (!isRecord(root)) return []
  const server = { url: '/' }
  if (!('servers' in root)) return put(target, [], 'servers', [server], 'paths')
  return Array.isArray(root.servers) && root.servers.length === 0
    ? [{ op: 'insert', path: ['servers'], value: server }]
    : []
}

function urlChanges({ root, path }: FixTarget, change: (url: string) => string): readonly Change[] {
  const at = path.at(-1) === 'url' ? path : [...path, 'url']
  return path[0] === 'servers' || path.includes('servers') ? replaced(root, at, change) : []
}

function replaced(root: unknown, path: Path, change: (text: string) => string): readonly Change[] {
  const text = getValue(root, path)
  if (typeof text !== 'string') return []
  const value = change(text)
  return value === text ? [] : [{ op: 'set', path, value }]
}

function secureScheme({ root, path }: FixTarget): readonly Change[] {
  const scheme = getValue(root, path)
  const schemes = getValue(root, ['schemes'])
  if ((scheme !== 'http' && scheme !== 'ws') || !Array.isArray(schemes)) return []
  return schemes.includes(`${scheme}s`)
    ? [{ op: 'remove', path }]
    : [{ op: 'set', path, value: `${scheme}s` }]
}
