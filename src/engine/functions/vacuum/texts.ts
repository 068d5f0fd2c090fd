import { z } from 'zod'
import type { Path } from '../../../core/model/location.ts'
import { isObject, isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { resetPattern } from '../../pattern.ts'
import { capitalize, shorten } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { expression } from '../pattern.ts'

interface FoundText {
  readonly text: string
  readonly path: Path
}

/** The texts of every key of that name as the document stands, but for examples and properties of that name. Null is the text that says so. */
function listTexts(
  key: 'description' | 'summary',
  { root, document }: Pick<FunctionContext, 'root' | 'document'>,
): readonly FoundText[] {
  const found: FoundText[] = []
  visit(root, [], (value, path) => {
    const name = path.at(-1)
    if (name !== key || isPropertyName(path) || isInExample(path) || isObject(value)) return
    found.push({ text: value === null ? document.textOf(path) : String(value), path })
  })
  return found
}

function isPropertyName(path: Path): boolean {
  return path.at(-2) === 'properties' || path.at(-2) === 'patternProperties'
}

function isInExample(path: Path): boolean {
  return path
    .slice(0, -1)
    .some(
      (key, index) => (key === 'example' || key === 'examples') && !isPropertyName(path.slice(0, index + 1)),
    )
}

function visit(value: unknown, path: Path, see: (value: unknown, path: Path) => void): void {
  const pending: { value: unknown; path: Path }[] = [{ value, path }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const at = next
    see(at.value, at.path)
    if (typeof at.value !== 'object' || at.value === null) continue
    const inside = Array.isArray(at.value)
      ? at.value.map((item: unknown, index) => ({ value: item, path: [...at.path, index] }))
      : Object.entries(at.value).map(([key, item]) => ({ value: item, path: [...at.path, key] }))
    pending.push(...inside.reverse())
  }
}

const forbidden = () => z.strictObject({ pattern: expression() })

export const textFunctions: readonly RuleFunction[] = [
  defineDocumentFunction('migrateZallyIgnore', ({ root }) => {
    const results: FunctionResult[] = []
    visit(root, [], (_value, path) => {
      if (path.at(-1) !== 'x-zally-ignore') return
      results.push({ message: '`x-zally-ignore` does nothing here: use `x-lint-ignore`', path })
    })
    return results
  }),
  /** A description that was there before, and a summary that repeats an earlier summary or any description. */
  defineDocumentFunction('oasDescriptionDuplication', (context) => {
    const { locate } = context
    const [descriptions, summaries] = [groupTexts('description'), groupTexts('summary')]
    const repeats = (what: string, [first, ...others]: readonly FoundText[]): FunctionResult[] =>
      others.map(({ path }) => ({
        message: `${capitalize(what)} repeats that of line ${first && locate(first.path).start_line}`,
        path,
      }))
    return [
      ...[...descriptions.values()].flatMap((places) => repeats('description', places)),
      ...[...summaries.values()].flatMap((places) => repeats('summary', places)),
      ...[...summaries].flatMap(([text, places]) => {
        const [first] = descriptions.get(text) ?? []
        return first ? repeats('text', [first, ...places]) : []
      }),
    ]

    /** The places of each text in the order of the lines, which the keys of a mapping do not keep where they are numbers. */
    function groupTexts(key: 'description' | 'summary'): ReadonlyMap<string, readonly FoundText[]> {
      const groups = groupBy(listTexts(key, context), ({ text }) => text)
      for (const group of groups.values())
        if (group.length > 1)
          group.sort((one, other) => locate(one.path).start_line - locate(other.path).start_line)
      return groups
    }
  }),
  defineDocumentFunction(
    'noEvalDescription',
    (context, { pattern }) =>
      listTexts('description', context)
        .filter(({ text }) => resetPattern(pattern.pattern).test(text))
        .map(({ path }) => ({ message: `Description matches ${shorten(pattern.text)}`, path })),
    forbidden,
  ),
]

/** Every `enum` of the document as it stands, with the schema that has it. */
export function listEnums(whole: unknown): readonly {
  readonly schema: Readonly<Record<string, unknown>>
  readonly values: readonly unknown[]
  readonly path: Path
}[] {
  const found: { schema: Readonly<Record<string, unknown>>; values: readonly unknown[]; path: Path }[] = []
  visit(whole, [], (value, path) => {
    if (
      !isRecord(value) ||
      !Array.isArray(value.enum) ||
      value.type === undefined ||
      path.at(-1) === 'properties'
    )
      return
    found.push({ schema: value, values: value.enum, path })
  })
  return found
}
