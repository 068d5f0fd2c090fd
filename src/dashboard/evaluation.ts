import { z } from 'zod'
import type { Evaluation } from '../model.ts'
import { contradiction } from './consistency.ts'
import { sandboxEvaluationResponse } from './contract.ts'
import { contractError } from './contract-error.ts'

/**
 * The body of a 200 as an evaluation. Fields that the contract does not know are dropped; anything missing,
 * of another type or at odds with the rest of the answer is refused, since the verdict would rest on it.
 */
export function readEvaluation(text: string, contentType: string | null): Evaluation {
  const parsed = sandboxEvaluationResponse.safeParse(readJson(text, contentType))
  if (!parsed.success) throw contractError('answer-invalid', invalidAnswer(parsed.error))
  const { error, ...evaluation } = parsed.data
  const answer: Evaluation = error == null || error === '' ? evaluation : { ...evaluation, error }
  const reason = contradiction(answer)
  if (reason !== undefined) {
    throw contractError('answer-contradicts-itself', `the dashboard's answer contradicts itself: ${reason}`)
  }
  return answer
}

function readJson(text: string, contentType: string | null): unknown {
  if (text.trim() === '') throw contractError('answer-empty', 'the dashboard answered 200 with an empty body')
  try {
    return JSON.parse(text)
  } catch (cause) {
    const kind = contentType === null ? 'no content type' : contentType
    throw contractError(
      'answer-not-json',
      `the dashboard answered 200 with something that is not JSON (${kind})`,
      cause,
    )
  }
}

function invalidAnswer(error: z.ZodError): string {
  const [first, ...more] = error.issues
  const where = first?.path.length ? z.core.toDotPath(first.path) : 'the whole body'
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `the dashboard's answer is not an evaluation: ${where}: ${first?.message ?? 'unreadable'}${others}`
}
