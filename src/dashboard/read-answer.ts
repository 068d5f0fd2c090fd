import { z } from 'zod'
import { contractError } from './contract-error.ts'

/** An answer's body as the contract has it. Throws GovError, unavailable. `what` is what messages call it: `an API`. */
export function readAnswer<Answer>(
  schema: () => z.ZodType<Answer>,
  text: string,
  contentType: string | null,
  { name = 'the dashboard', what }: { readonly name?: string; readonly what: string },
): Answer {
  const parsed = schema().safeParse(readJson(text, contentType, name))
  if (parsed.success) return parsed.data
  throw contractError('answer-invalid', `${name}'s response is not ${what}: ${firstFault(parsed.error)}`)
}

function readJson(text: string, contentType: string | null, name: string): unknown {
  if (text.trim() === '') throw contractError('answer-empty', `${name} returned 200 with an empty body`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const kind = contentType === null ? 'no content type' : contentType
    throw contractError('answer-not-json', `${name} returned 200 without JSON (${kind})`, cause)
  }
}

function firstFault({ issues }: z.ZodError): string {
  const [first, ...more] = issues
  const where = first?.path.length ? z.core.toDotPath(first.path) : 'the whole body'
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `${where}: ${first?.message ?? 'unreadable'}${others}`
}
