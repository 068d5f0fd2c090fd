import { badRequest } from './envelope.ts'
import type { ServiceHeaders } from './exchange.ts'

const formats: Readonly<Record<string, 'json' | 'yaml'>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
}

/** How the body is written, from its headers. Refuses with 400 what is not among `accepted`, or not UTF-8. */
export function bodyFormat(headers: ServiceHeaders, accepted: readonly ('json' | 'yaml')[]): 'json' | 'yaml' {
  const value = headers.get('content-type') ?? ''
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase())
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined
  if (format === undefined || !accepted.includes(format)) {
    throw badRequest(
      `${type === '' ? 'The Content-Type is missing' : `The Content-Type ${type} is not supported`}: use ${typesOf(accepted)}`,
    )
  }
  requireUtf8(parameters)
  return format
}

function typesOf(accepted: readonly string[]): string {
  const types = Object.keys(formats).filter((type) => accepted.includes(formats[type] ?? ''))
  return types.join(', ')
}

function requireUtf8(parameters: readonly string[]): void {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const name = charset?.replaceAll('"', '')
  if (name !== undefined && name !== 'utf-8' && name !== 'utf8' && name !== 'us-ascii') {
    throw badRequest(`The charset ${name} is not supported: use utf-8`)
  }
}

/** Refuses with 400 a body that is compressed: what it unfolds to has no limit. */
export function requireIdentity(headers: ServiceHeaders): void {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw badRequest(`The Content-Encoding ${encoding} is not supported: send the body uncompressed`)
  }
}
