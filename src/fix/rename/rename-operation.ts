import { type Change, Refusal } from '../change.ts'
import type { Target } from '../fix.ts'
import { operationsOf } from '../rules/operation-at.ts'
import { linksTo, namesElsewhere } from '../rules/references.ts'

/** The id and the links that name it. Throws Refusal: an operation has that id. */
export function renameOperation(target: Target, from: string, to: string): readonly Change[] {
  const taken = operationsOf(target.root).some(({ value }) => value.operationId === to)
  if (taken || namesElsewhere(target, ({ path, value }) => path.at(-1) === 'operationId' && value === to))
    throw new Refusal(`there is an operation ${to} already`)
  return [target.path, ...linksTo(target, from)].map((path) => ({ op: 'set', path, value: to }))
}
