/** The kinds of value that a config holds. Every message is the rest of a sentence that begins with the value's name. */
import { z } from 'zod'
import { usageError } from '../core/model/errors.ts'
import { once } from '../core/model/once.ts'
import { suggestionText } from '../core/text/suggest.ts'
import { findAddress, urlFault } from './dashboard-url.ts'

/** Unknown keys are left to `checkValue`, which knows where else they might belong. */
export const expected = (what: string) => ({
  error: ({ code, input }: { readonly code?: string | undefined; readonly input?: unknown }) =>
    code === 'unrecognized_keys' ? undefined : `must be ${what}, not ${nameKind(input)}`,
})

export function nameKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  return typeof value === 'string' ? 'text' : String(value)
}

/** A character that is more than a blank, also where a blank is one only by its looks (the last is one of Braille). */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Patterns for the JSON Schema that editors read. They may accept more than the checks (a port above 65535), never less. */
const control = String.raw`\u0000-\u001f\u007f-\u009f`
const textPattern = String.raw`^(?!\s)(?![\s\S]*\s$)[^${control}]+$`
const addressPattern = String.raw`^[hH][tT][tT][pP][sS]?:\/\/(?![^/]*@)[^\s\\?#${control}]+$`

/** Text that says something: an id, a name or a path. */
export const filledText = once(() =>
  z
    .string(expected('text'))
    .refine((value) => value.trim() !== '', { error: 'is empty', abort: true })
    .refine((value) => value === value.trim(), { error: 'begins or ends with a space', abort: true })
    .refine((value) => !/\p{Cc}/u.test(value), { error: 'contains a control character', abort: true })
    .refine((value) => visible.test(value), 'contains no visible characters')
    .meta({ pattern: textPattern }),
)

export const duration = once(() =>
  z
    .string(expected('a duration'))
    .transform((value, context) => {
      const length = parseDuration(value)
      if (length !== undefined) return length
      context.addIssue(`must be a duration of up to 24 hours, not ${showInput(value)}`)
      return z.NEVER
    })
    .meta({ pattern: '^[0-9]{1,9}(?:ms|s|m|h)$' }),
)

export const url = once(() =>
  filledText()
    .superRefine((value, context) => {
      const fault = urlFault(value)
      if (fault) context.addIssue(fault)
    })
    .meta({ pattern: `^embedded$|${addressPattern}` }),
)

export const httpUrl = () =>
  url()
    .refine((value) => findAddress(value) !== undefined, 'must be a URL')
    .meta({ pattern: addressPattern })

/** The product's segment of a path (`/gw/oauth/...`), and its word in a header's name (`X-Gw-Authorization`). */
export const product = () =>
  filledText()
    .refine((value) => /^[a-z][a-z0-9-]*$/i.test(value), 'must be letters, digits and hyphens')
    .meta({ pattern: '^[a-zA-Z][a-zA-Z0-9-]*$' })

export function wholeNumber(range: string, most = Number.MAX_SAFE_INTEGER, least = 0) {
  const rule = {
    error: ({ input }: { readonly input?: unknown }) =>
      `must be a whole number ${range}, not ${showInput(input)}`,
  }
  return z.int(rule).min(least, rule).max(most, rule)
}

/** Text itself, where it is a word that cannot be a secret. */
export function showInput(input: unknown): string {
  return typeof input === 'string' ? JSON.stringify(input.slice(0, 40)) : nameKind(input)
}

export function choiceSchema<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, {
    error: ({ input }) => {
      const question = typeof input === 'string' ? suggestionText(input, choices) : ''
      return `must be one of ${choices.join(', ')}, not ${showInput(input)}${question}`
    },
  })
}

/** A list that names something, each thing once: a second mention is a slip, and it is refused. */
export function createListSchema<Item extends z.ZodType>(
  item: Item,
  readName: (item: z.output<Item>) => string,
) {
  return z
    .array(item, expected('a list'))
    .min(1, 'is an empty list')
    .superRefine((items, context) => {
      const seen = new Set<string>()
      for (const [index, name] of items.map(readName).entries()) {
        const message = `repeats ${JSON.stringify(name)}`
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index], message })
        seen.add(name)
      }
    })
    .meta({ uniqueItems: true })
}

const milliseconds: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Timers of the runtime turn anything beyond 24 days into no wait at all; no run needs more than one day. */
const longest = 24 * 60 * 60_000

/** Milliseconds of "500ms", "30s", "5m" or "2h": a whole number above zero and its unit, up to 24 hours. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const length = Number(amount) * (milliseconds.get(unit ?? '') ?? Number.NaN)
  return length > 0 && length <= longest ? length : undefined
}

/** Renders a length as `parseDuration` reads it, in the largest unit that has it whole. */
export function durationText(length: number): string {
  const [unit, size] = [...milliseconds].findLast(([, each]) => length % each === 0) ?? ['ms', 1]
  return `${length / size}${unit}`
}

/** Headers that gov sets itself, that frame a request, or that change its target. */
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
        const fault = nameFault(name, seen) ?? findValueFault(value)
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

function findValueFault(value: string): string | undefined {
  if (value.trim() === '') return 'is empty'
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
    ? undefined
    : 'contains a line break or another invalid character'
}

/** The headers in texts such as `X-Team: payments`. Throws GovError, usage: a text without a name, or a name given twice. */
export function readHeaderFlags(typed: unknown): Readonly<Record<string, string>> {
  const pairs = Array.isArray(typed) ? typed.map((header) => parseHeader(String(header))) : []
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
export function hideValues(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(given).map((name) => [name, '(set)']))
}
