import type { Path } from '../../model/location.ts'
import { isRecord, valueAt } from '../../model/record.ts'
import type { Change } from '../change.ts'
import type { Target } from '../fix.ts'
import { type FixTable, put, safe, unsafe } from './make.ts'

const toHttps = [
  unsafe((target) =>
    urlChanges(target, (url) => url.replace(/^(http|ws):/i, (all) => `${all.slice(0, -1)}s:`)),
  ),
]
const withoutSlash = unsafe((target) => urlChanges(target, (url) => url.replace(/(?<=[^/])\/+$/, '')))

export const serverFixes: FixTable = {
  'oas3-api-servers': [safe(addDefaultServer), withoutSlash],
  'oas3-server-trailing-slash': [withoutSlash],
  'oas2-host-trailing-slash': [
    unsafe(({ root }) => replaced(root, ['host'], (host) => host.replace(/\/+$/, ''))),
  ],
  'oas2-api-schemes': [
    unsafe((target) =>
      valueAt(target.root, ['schemes']) === undefined ? put(target, [], 'schemes', ['https'], 'paths') : [],
    ),
  ],
  'owasp-security-hosts-https-oas3': toHttps,
  'owasp:api8:2023-no-server-http': toHttps,
  'owasp:api8:2023-no-scheme-http': [unsafe(secureScheme)],
}

/** What the specification has for a document without servers. */
function addDefaultServer(target: Target): readonly Change[] {
  const { root } = target
  if (!isRecord(root)) return []
  const server = { url: '/' }
  if (!('servers' in root)) return put(target, [], 'servers', [server], 'paths')
  return Array.isArray(root.servers) && root.servers.length === 0
    ? [{ op: 'insert', path: ['servers'], value: server }]
    : []
}

/** The `url` at the target, or in it. */
function urlChanges({ root, path }: Target, change: (url: string) => string): readonly Change[] {
  const at = path.at(-1) === 'url' ? path : [...path, 'url']
  return path[0] === 'servers' || path.includes('servers') ? replaced(root, at, change) : []
}

function replaced(root: unknown, path: Path, change: (text: string) => string): readonly Change[] {
  const text = valueAt(root, path)
  if (typeof text !== 'string') return []
  const value = change(text)
  return value === text ? [] : [{ op: 'set', path, value }]
}

function secureScheme({ root, path }: Target): readonly Change[] {
  const scheme = valueAt(root, path)
  const schemes = valueAt(root, ['schemes'])
  if ((scheme !== 'http' && scheme !== 'ws') || !Array.isArray(schemes)) return []
  return schemes.includes(`${scheme}s`)
    ? [{ op: 'remove', path }]
    : [{ op: 'set', path, value: `${scheme}s` }]
}
