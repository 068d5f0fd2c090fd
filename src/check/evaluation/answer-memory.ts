import { isDeepStrictEqual } from 'node:util'
import { isOutdated } from '../../core/model/severity-change.ts'
import type { Stamp } from '../sources/source-reader.ts'
import type { AnswerMemory, RememberedAnswers } from '../types.ts'

/** `day` is today, by which the severity of an answer may be another one. */
export function createAnswerMemory(day: () => string): AnswerMemory {
  const files = new Map<string, RememberedAnswers>()
  const current = (file: string, stamp: Stamp | undefined) => {
    const known = files.get(file)
    return known?.stamp === stamp ? known : undefined
  }
  return {
    digestOf: (file, stamp) => current(file, stamp)?.digest,
    recall: (file, stamp, selector) => {
      const answers = current(file, stamp)?.answers ?? []
      const known = answers.find((answer) => isDeepStrictEqual(answer.selector, selector))?.evaluation
      return known?.issues.some((issue) => isOutdated(issue, day())) ? undefined : known
    },
    remember: (file, known) => {
      const before = current(file, known.stamp)?.answers ?? []
      files.set(file, { ...known, answers: [...before, ...known.answers] })
    },
  }
}
