import { z } from 'zod'
import type { Path } from '../../../core/model/location.ts'
import { findValues, isObject } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { resetPattern } from '../../pattern.ts'
import { capitalize, shorten } from '../../print.ts'
import type { FunctionContext, RuleFunction } from '../../rule.ts'
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
  const isText = (path: Path) => path.at(-1) === key && !isPropertyName(path) && !isInExample(path)
  const found = findValues(root, ({ path, value }) => isText(path) && !isObject(value))
  return found.map(({ path, value }) => ({
    text: value === null ? document.textOf(path) : String(value),
    path,
  }))
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

const forbidden = () => z.strictObject({ pattern: expression() })

export const textFunctions: readonly RuleFunction[] = [
  defineDocumentFunction('migrateZallyIgnore', ({ root }) =>
    findValues(root, ({ path }) => path.at(-1) === 'x-zally-ignore').map(({ path }) => ({
      message: '`x-zally-ignore` does nothing here: use `x-lint-ignore`',
      path,
    })),
  ),
  /** A description that was there before, and a summary that repeats an earlier summary or any description. */
  defineDocumentFunction('oasDescriptionDuplication', (context) => {
    const { locate } = context
    const [descriptions, summaries] = [groupTexts('description'), groupTexts('summary')]
    const repeats = (what: string, [first, ...others]: readonly FoundText[]) =>
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
