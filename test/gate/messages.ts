import { holds, type Outcome } from '../../src/core/model/outcome.ts'
import { renderGap } from '../../src/reporters/words/gap-text.ts'
import { reasonText } from '../../src/reporters/words/reason-text.ts'

/** What keeps the run from passing, in words. */
export function failures(outcome: Outcome): string[] {
  if (outcome.kind === 'passed') return []
  if (outcome.kind === 'undecided') return [outcome.failure.message]
  const gaps = outcome.kind === 'incomplete' ? outcome.gaps : []
  return [...gaps.map(renderGap), ...outcome.broken.map(reasonText)]
}

/** All that an outcome says. */
export function messages(outcome: Outcome): string[] {
  const held = outcome.kind === 'undecided' ? [] : outcome.held
  if (!held.every(holds)) throw new Error('a reason is held and does not hold')
  return [...failures(outcome), ...held.map(reasonText)]
}
