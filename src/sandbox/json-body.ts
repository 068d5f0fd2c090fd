import type { z } from 'zod'
import { readBody } from './body.ts'
import { bodyFormat } from './content-type.ts'
import { badRequest } from './envelope.ts'
import type { ServiceRequest } from './exchange.ts'
import { parseBody } from './parse-body.ts'

/** The request's JSON body as `schema` has it. Refuses with 400, naming what is wrong and where, and with 413. */
export async function jsonBody<Schema extends z.ZodType>(
  request: ServiceRequest,
  schema: Schema,
  limit: number,
): Promise<z.infer<Schema>> {
  const text = await readBody(request, limit)
  bodyFormat(request.headers, ['json'])
  const parsed = schema.safeParse(parseBody(text, 'json').value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.join('.')
  throw badRequest(`Request body malformed: ${where}: ${issue?.message ?? 'it is not valid'}`)
}
