import type { Evaluation } from '../model.ts'
import { contradiction } from './consistency.ts'
import { sandboxEvaluationResponse } from './contract.ts'
import { contractError } from './contract-error.ts'
import { readAnswer } from './read-answer.ts'

/**
 * The body of a 200 as an evaluation of as many APIs as `asked`. Fields that the contract does not know are dropped; anything missing,
 * of another type or at odds with the rest of the answer is refused, since the verdict would rest on it.
 */
export function readEvaluation(text: string, contentType: string | null, asked: number): Evaluation {
  const parsed = readAnswer(sandboxEvaluationResponse, text, contentType, { what: 'an evaluation' })
  const { error, ...evaluation } = parsed
  const answer: Evaluation = error == null || error === '' ? evaluation : { ...evaluation, error }
  const reason = contradiction(answer) ?? tooMany(answer, asked)
  if (reason !== undefined) {
    throw contractError('answer-contradicts-itself', `the dashboard's answer contradicts itself: ${reason}`)
  }
  return answer
}

/** More than were asked for would make up for others that were not evaluated. */
function tooMany({ evaluated_apis }: Evaluation, asked: number): string | undefined {
  return evaluated_apis > asked
    ? `evaluated_apis is ${evaluated_apis}, and ${asked} were asked for`
    : undefined
}
