import type { z } from 'zod'
import { readBody } from './body.ts'
import { bodyFormat } from './content-type.ts'
import { badRequest } from './envelope.ts'
import type { ServiceRequest } from './exchange.ts'
import { parseBody } from './parse-body.ts'
import { requireShallow } from './require-shallow.ts'

/** A record's body is read in the service's own thread: this much takes no time that others would notice. */
const mostBytes = 256 * 1024

/** The request's JSON body as `schema` has it. Refuses with 400, naming what is wrong and where, and with 413. */
export async function jsonBody<Schema extends z.ZodType>(
  request: ServiceRequest,
  schema: Schema,
  limit: number,
): Promise<z.infer<Schema>> {
  const text = await readBody(request, Math.min(limit, mostBytes))
  bodyFormat(request.headers, ['json'])
  const { value } = parseBody(text, 'json')
  requireShallow(value)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.join('.')
  throw badRequest(`Request body malformed: ${where}: ${issue?.message ?? 'it is not valid'}`)
}
