import type { CharTest, Edge, Regex } from './tree.ts'

/** One step of a program; those that do not say where they lead go on to the next. */
export type Step =
  | { readonly op: 'char'; readonly test: CharTest; readonly back: boolean }
  | { readonly op: 'edge'; readonly edge: Edge }
  | { readonly op: 'look'; readonly start: number; readonly negated: boolean; end: number }
  | { readonly op: 'split'; other: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'match' }

/** More steps than any expression in use needs; counted repetitions are written out. */
const maxSteps = 20_000

/** The steps of an expression; undefined when they are too many. */
export function toProgram(regex: Regex): readonly Step[] | undefined {
  const steps: Step[] = []
  emit(regex, false, steps)
  steps.push({ op: 'match' })
  return steps.length > maxSteps ? undefined : steps
}

function emit(regex: Regex, back: boolean, steps: Step[]): void {
  if (steps.length > maxSteps) return
  switch (regex.kind) {
    case 'char':
      steps.push({ op: 'char', test: regex.test, back })
      return
    case 'edge':
      steps.push({ op: 'edge', edge: regex.edge })
      return
    case 'sequence':
      for (const item of back ? regex.items.toReversed() : regex.items) emit(item, back, steps)
      return
    case 'choice':
      emitChoice(regex.options, back, steps)
      return
    case 'repeat':
      emitRepeat(regex, back, steps)
      return
    case 'look':
      emitLook(regex, steps)
      return
    case 'opaque':
      throw new Error('an opaque part has no steps')
  }
}

function emitChoice([first, ...others]: readonly Regex[], back: boolean, steps: Step[]): void {
  if (!first) return
  if (others.length === 0) {
    emit(first, back, steps)
    return
  }
  const split = { op: 'split' as const, other: 0 }
  const jump = { op: 'jump' as const, to: 0 }
  steps.push(split)
  emit(first, back, steps)
  split.other = steps.push(jump)
  emitChoice(others, back, steps)
  jump.to = steps.length
}

function emitRepeat({ item, min, max }: Regex & { kind: 'repeat' }, back: boolean, steps: Step[]): void {
  for (let count = 0; count < min && steps.length <= maxSteps; count++) emit(item, back, steps)
  const splits: { other: number }[] = []
  const optional = max === Number.POSITIVE_INFINITY ? 1 : max - min
  const start = steps.length
  for (let count = 0; count < optional && steps.length <= maxSteps; count++) {
    const split = { op: 'split' as const, other: 0 }
    splits.push(split)
    steps.push(split)
    emit(item, back, steps)
  }
  if (max === Number.POSITIVE_INFINITY) steps.push({ op: 'jump', to: start })
  for (const split of splits) split.other = steps.length
}

function emitLook({ item, behind, negated }: Regex & { kind: 'look' }, steps: Step[]): void {
  const look = { op: 'look' as const, start: steps.length + 1, negated, end: 0 }
  steps.push(look)
  emit(item, behind, steps)
  steps.push({ op: 'match' })
  look.end = steps.length
}
