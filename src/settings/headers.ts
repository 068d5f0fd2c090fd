import { z } from 'zod'
import { once } from '../model/once.ts'
import { expected } from './kinds.ts'
import { headerNamePattern, headerValuePattern } from './patterns.ts'

/** What gov itself says, what frames a request, and what makes another request of it. */
const ours =
  /^(?:(?:proxy-|x-.*-)?authorization|admin-auth|host|connection|keep-alive|proxy-connection|upgrade|te|trailer|expect|accept|accept-encoding|content-.*|transfer-encoding|x-request-id|x-(?:http-)?method.*)$/i

/** Request headers by their names. No message shows a value: it may be a secret. */
export const headers = once(() =>
  z
    .record(
      z.string().meta({ pattern: headerNamePattern(ours.source) }),
      z.string('must be text').meta({ pattern: headerValuePattern }),
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
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) return 'is not the name of a header'
  if (ours.test(name)) return 'is a header that only gov itself may set'
  return seen.has(name.toLowerCase()) ? 'is there more than once' : undefined
}

function valueFault(value: string): string | undefined {
  if (value.trim() === '') return 'is empty'
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
    ? undefined
    : 'holds a line break or another character that no header has'
}
