import type { Expression, Query, Step } from '../../jsonpath/query.ts'

/** A member without a comparison, as in `[?(@.example)]`, asks vacuum whether it is there, whatever its value is. */
export function queryAsVacuum(query: Query): Query {
  return { ...query, steps: query.steps.map(stepAsVacuum) }
}

function stepAsVacuum(step: Step): Step {
  if (step.kind !== 'child' || step.selector.kind !== 'filter') return step
  return { ...step, selector: { ...step.selector, test: asPresence(step.selector.test) } }
}

function asPresence(test: Expression): Expression {
  if (test.kind === 'member')
    return { kind: 'binary', operator: '!==', left: test, right: { kind: 'literal', value: undefined } }
  if (test.kind === 'unary' && test.operator === '!') return { ...test, operand: asPresence(test.operand) }
  if (test.kind === 'binary' && (test.operator === '&&' || test.operator === '||'))
    return { ...test, left: asPresence(test.left), right: asPresence(test.right) }
  return test
}
