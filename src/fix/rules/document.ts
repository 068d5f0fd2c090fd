import { isRecord, valueAt } from '../../model/record.ts'
import type { Change } from '../change.ts'
import type { Target } from '../fix.ts'
import { describe, type FixTable, stub, unsafe, unsafeLast } from './make.ts'
import { isReferenced } from './references.ts'

export const documentFixes: FixTable = {
  'oas3-unused-component': [unsafeLast(removeUnused)],
  'oas2-unused-definition': [unsafeLast(removeUnused)],
  'component-description': [unsafe(describeComponent)],
  'migrate-zally-ignore': [unsafe(renameIgnore)],
  'oas3_1-servers-in-webhook': [
    unsafe(({ path }) => (path.at(-1) === 'servers' ? [{ op: 'remove', path }] : [])),
  ],
}

const holders = ['components', 'definitions', 'parameters', 'responses']

/** Another file may use it. */
function removeUnused({ root, path }: Target): readonly Change[] {
  const isComponent = path.length === (path[0] === 'components' ? 3 : 2) && holders.includes(String(path[0]))
  const isThere = isComponent && valueAt(root, path) !== undefined
  return isThere && !isReferenced(root, path) ? [{ op: 'remove', path }] : []
}

function describeComponent(target: Target): readonly Change[] {
  const [components, kind, name] = target.path
  if (components !== 'components' || kind === undefined || name === undefined) return []
  return describe(
    target,
    [components, kind, name],
    'description',
    stub(`describe ${String(kind)}/${String(name)}`),
  )
}

/** What is renamed may excuse issues, or make a dashboard drop them. */
function renameIgnore({ root, path }: Target): readonly Change[] {
  const at = path.at(-1) === 'x-zally-ignore' ? path : [...path, 'x-zally-ignore']
  const holder = valueAt(root, at.slice(0, -1))
  return isRecord(holder) && 'x-zally-ignore' in holder
    ? [{ op: 'rename', path: at, to: 'x-lint-ignore' }]
    : []
}
