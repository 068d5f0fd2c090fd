import { z } from 'zod'
import { usageError } from '../core/model/errors.ts'
import { once } from '../core/model/once.ts'
import { expected } from './kinds.ts'

/** What gov itself says, what frames a request, and what makes another request of it. */
const reservedHeaders =
  /^(?:(?:proxy-|x-.*-)?authorization|admin-auth|host|connection|keep-alive|proxy-connection|upgrade|te|trailer|expect|accept|accept-encoding|content-.*|transfer-encoding|x-request-id|x-(?:http-)?method.*|forwarded|x-forwarded-(?:host|for|proto|port|prefix|server|uri|url|path|scheme|method)|x-original-.*|x-rewrite-.*|x-host|x-http-host-override)$/i

/** Any token of HTTP that is not reserved, in any case: a pattern of a JSON Schema has no flags. */
function namePattern(): string {
  const reserved = reservedHeaders.source.replaceAll(
    /[a-z]/g,
    (letter) => `[${letter}${letter.toUpperCase()}]`,
  )
  return `^(?!${reserved})[!#$%&'*+.^_\`|~0-9a-zA-Z-]+$`
}

const valuePattern = String.raw`^(?=[\s\S]*\S)[\u0009\u0020-\u007e\u0080-\u00ff]+$`

/** Request headers by their names. No message shows a value: it may be a secret. */
export const headers = once(() =>
  z
    .record(
      z.string().meta({ pattern: namePattern() }),
      z.string('must be a string').meta({ pattern: valuePattern }),
      expected('a mapping'),
    )
    .superRefine((given, context) => {
      const seen = new Set<string>()
      for (const [name, value] of Object.entries(given)) {
        const fault = nameFault(name, seen) ?? valueFault(value)
        if (fault) context.addIssue({ code: 'custom', path: [name], message: fault })
        seen.add(name.toLowerCase())
      }
    }),
)

function nameFault(name: string, seen: ReadonlySet<string>): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) return 'is not a valid header name'
  if (reservedHeaders.test(name)) return 'is a header that only gov may set'
  return seen.has(name.toLowerCase()) ? 'is duplicated' : undefined
}

function valueFault(value: string): string | undefined {
  if (value.trim() === '') return 'is empty'
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
    ? undefined
    : 'contains a line break or another invalid character'
}

/** The headers in texts such as `X-Team: payments`. Throws GovError, usage: a text without a name, or a name given twice. */
export function readHeaderFlags(typed: unknown): Readonly<Record<string, string>> {
  const pairs = Array.isArray(typed) ? typed.map((each) => parseHeader(String(each))) : []
  const names = pairs.map(([name]) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw usageError('flag-invalid', `duplicate --header ${twice}`, 'Pass each header once.')
  return Object.fromEntries(pairs)
}

function parseHeader(typed: string): readonly [string, string] {
  const colon = typed.indexOf(':')
  if (colon > 0) return [typed.slice(0, colon).trim(), typed.slice(colon + 1).trim()]
  const hint = "Write a name, a colon and a value: --header 'X-Team: payments'."
  throw usageError('flag-invalid', '--header needs a name and a value', hint)
}

/** A value may be a credential of a proxy or a gateway on the way. */
export function withoutValues(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(given).map((name) => [name, '(set)']))
}
