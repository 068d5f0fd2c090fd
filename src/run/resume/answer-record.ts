import type { Answer } from '../../gate/answer.ts'
import { GovError } from '../../model/errors.ts'
import type { Failure } from '../../model/failure.ts'
import type { Answers, Send } from '../ask.ts'
import type { CheckPlan } from '../check-plan.ts'
import type { Survey } from '../definitions/survey.ts'
import { failureOf } from '../failed-report.ts'
import type { World } from '../world.ts'

/** The answers of a run as they come, with those that it resumes. */
export interface AnswerRecord {
  /** Before anything is asked. Throws GovError, usage: what is resumed was another run. */
  readonly begin: (survey: Survey) => Promise<void>
  /** Sends only what is not known. */
  readonly around: (send: Send) => Send
  /** What was answered before `error`; throws it if that is nothing, or if another try would not help. */
  readonly until: (error: unknown) => Answers & Survey & { readonly failure: Failure }
  /** How many answers of the resumed run were used. */
  readonly known: () => number
}

export function createAnswerRecord(plan: CheckPlan, world: World): AnswerRecord {
  const answers: Answer[] = []
  const { resumed } = plan
  let surveyed: Survey = { definitions: [], warnings: [] }
  let keyOf: ((request: Answer['request']) => string) | undefined
  let known = 0
  return {
    begin: async (survey) => {
      surveyed = survey
      if (resumed === undefined) return
      const [{ basisOf, refuseOther }, { requestKey }] = await Promise.all([
        import('./resume.ts'),
        import('./saved-answers.ts'),
      ])
      refuseOther(resumed, await basisOf(plan, survey.definitions, world))
      keyOf = requestKey
    },
    around: (send) => async (request, onAnswer) => {
      const saved = keyOf && resumed?.answers.get(keyOf(request))
      if (saved) known += 1
      const evaluation = saved ?? (await send(request, onAnswer))
      answers.push({ request, evaluation })
      return evaluation
    },
    until: (error) => {
      if (answers.length === 0 || !(error instanceof GovError) || error.kind !== 'unavailable') throw error
      return { ...surveyed, answers, requests: answers.length, failure: failureOf(error) }
    },
    known: () => known,
  }
}
