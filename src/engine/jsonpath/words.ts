import type { Query, QueryStep, StepSelector } from './query.ts'

/** Describes a query's nodes, the last step first: `each "get" of each value of "paths"`. */
export function describeQuery({ steps }: Query): string {
  let words = ''
  for (const step of steps) words = describeStep(step, words)
  return words === '' ? 'the whole document' : words
}

function describeStep(step: QueryStep, before: string): string {
  const of = before === '' ? '' : ` of ${before}`
  switch (step.kind) {
    case 'parent':
      return before === '' ? 'the whole document' : `the parent of ${before}`
    case 'key':
      return before === '' ? 'the key of the document' : `the key of ${before}`
    case 'containers':
      return `${before || 'the document'} and every mapping and list in it`
    case 'child': {
      const within = before === '' ? 'at any depth' : `at any depth in ${before}`
      return `${describeSelector(step.selector, step.deep)}${step.deep ? ` ${within}` : of}`
    }
  }
}

function describeSelector(selector: StepSelector, deep: boolean): string {
  switch (selector.kind) {
    case 'wildcard':
      return 'each value'
    case 'members':
      return `${deep || selector.members.length > 1 ? 'each ' : ''}${joinNames(selector.members)}`
    case 'slice':
      return describeSlice(selector)
    case 'filter':
      return `each value where ${stripParentheses(selector.text)}`
  }
}

function joinNames(members: readonly (string | number)[]): string {
  const names = members.map((member) => (typeof member === 'number' ? `item ${member}` : `"${member}"`))
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

function describeSlice({ start, end, step }: Extract<StepSelector, { kind: 'slice' }>): string {
  const every = step === 1 ? 'the items' : `every ${step}th item`
  return `${every} from ${start}${end === undefined ? '' : ` up to ${end}`}`
}

/** Filters begin with `@ &&`, for values that are nothing; a reader knows. */
function stripParentheses(filter: string): string {
  const inner = /^\(([^()]*)\)$/.exec(filter.trim())?.[1] ?? filter.trim()
  return inner.replace(/^@ && /, '')
}
