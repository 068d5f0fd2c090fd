import { isDeepStrictEqual } from 'node:util'
import type { Selector } from '../../core/model/asked.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import { isOutdated } from '../../core/model/severity-change.ts'
import type { Stamp } from '../sources/source-reader.ts'

interface Remembered {
  readonly stamp: Stamp
  readonly digest: string
  readonly answers: readonly { readonly selector: Selector; readonly evaluation: Evaluation }[]
}

/**
 * Answers about definitions, good while their files and the plan stay the same: a file that has not changed is not read
 * again. A definition that refers to other files is not remembered, as their changes do not show in it.
 */
export interface AnswerMemory {
  /** The digest of an unchanged definition. */
  readonly digestOf: (file: string, stamp: Stamp) => string | undefined
  readonly recall: (file: string, stamp: Stamp | undefined, selector: Selector) => Evaluation | undefined
  readonly remember: (file: string, known: Remembered) => void
}

/** `day` is today, by which the severity of an answer may be another one. */
export function createAnswerMemory(day: () => string): AnswerMemory {
  const files = new Map<string, Remembered>()
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
