import type { Attack } from './attack.ts'
import type { AttackedService } from './service.ts'

/** What became of an attack, and of everyone else meanwhile. */
export interface Outcome {
  readonly name: string
  /** The answers, equal ones once. */
  readonly answers: readonly string[]
  readonly isAsExpected: boolean
  readonly tookMs: number
  /** Requests of another client meanwhile, those of them that did not get their answer, and the slowest. */
  readonly others: number
  readonly othersFailed: number
  readonly othersWorstMs: number
  readonly isUp: boolean
}

export async function runAttack(attack: Attack, service: AttackedService): Promise<Outcome> {
  await service.seen()
  const started = performance.now()
  const answers = await attack.send(service).catch((error: unknown) => [`no answer: ${String(error)}`])
  const tookMs = performance.now() - started
  const { answered, wrong, worstMs } = await service.seen()
  return {
    name: attack.name,
    answers: [...new Set(answers)],
    isAsExpected: answers.length > 0 && answers.every((answer) => attack.answer.test(answer)),
    tookMs,
    others: answered,
    othersFailed: wrong,
    othersWorstMs: worstMs,
    isUp: service.isUp(),
  }
}
