import type { Path } from '../../core/model/location.ts'
import type { SchemaError } from './schema-error.ts'

/** The errors at a place, and those further inside. */
interface ErrorNode {
  errors: readonly SchemaError[]
  readonly children: Map<string, ErrorNode>
}

/**
 * The errors of all branches without those that Spectral leaves out: where no branch of `anyOf` matches, the errors at
 * that place if there are some further inside; and at a place beside others, that a value is none of a list. What remains
 * at a place of lists and constants is one error. At least one error stays.
 */
export function withoutRedundant(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < 2) return errors
  const root = createNode()
  for (const error of errors) {
    let node = root
    for (const part of listParts(error.path)) {
      const child = node.children.get(part) ?? createNode()
      node.children.set(part, child)
      node = child
    }
    node.errors = [...node.errors, error]
  }
  prune(root)
  return listErrors(root)
}

function createNode(): ErrorNode {
  return { errors: [], children: new Map() }
}

/** As Spectral takes a path apart: the whole is a place beside its members, and an item belongs to the key before it. */
function listParts(path: Path): readonly string[] {
  if (path.length === 0) return ['']
  const pointer = path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return pointer.match(/\/[\w$-]+(?:\/\d+)?/g) ?? [pointer]
}

function prune(node: ErrorNode): void {
  if (node.children.size > 0 && node.errors.some(({ keyword }) => keyword === 'anyOf')) node.errors = []
  for (const [part, child] of [...node.children]) {
    prune(child)
    if (isOnlyListed(child) && node.children.size > 1) node.children.delete(part)
  }
}

function isOnlyListed({ errors }: ErrorNode): boolean {
  return errors.length > 0 && errors.every(({ keyword }) => keyword === 'enum')
}

function listErrors(node: ErrorNode): readonly SchemaError[] {
  const own = joinSame(joinSame(node.errors, 'enum'), 'const')
  return isOnlyListed(node) ? own : [...own, ...[...node.children.values()].flatMap(listErrors)]
}

/** Several errors of a keyword as the first of them, with what each asks for. */
function joinSame(errors: readonly SchemaError[], keyword: string): readonly SchemaError[] {
  const same = errors.filter((error) => error.keyword === keyword)
  const [first] = same
  if (!first || same.length === 1) return errors
  const message = [...new Set(same.map((error) => error.message))].join('; or it ')
  return errors.flatMap((error) =>
    error === first ? [{ ...error, message }] : same.includes(error) ? [] : [error],
  )
}
