import type { DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import { grouped, plural } from '../../core/text/wording.ts'

/** The word of each kind of change; those that break are named for a client of the old version. */
export const changeLabels = ['breaks', 'may break', 'removed', 'changed', 'added'] as const

export function chooseLabel({ kind, severity = 'error' }: DefinitionChange): string {
  if (kind === 'breaking') return severity === 'error' ? 'breaks' : 'may break'
  return kind
}

export function countChanges({ changes }: DefinitionDiff) {
  const count = (label: string) => changes.filter((change) => chooseLabel(change) === label).length
  const [breaks, mayBreak, texts] = [count('breaks'), count('may break'), count('text')]
  return { breaks, mayBreak, texts, others: changes.length - breaks - mayBreak - texts }
}

/** `2 breaking changes, 1 that may break, 5 other changes, 3 texts`; `isPartial`: others are not listed. */
export function renderCounts(diff: DefinitionDiff, isPartial: boolean): string {
  const { breaks, mayBreak, texts, others } = countChanges(diff)
  return [
    plural(breaks, 'breaking change'),
    ...(mayBreak > 0 ? [`${grouped(mayBreak)} that may break`] : []),
    ...(isPartial ? [] : [plural(others, 'other change')]),
    ...(texts > 0 ? [plural(texts, 'text')] : []),
  ].join(', ')
}
