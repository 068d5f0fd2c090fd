import type { Path } from '../../core/model/location.ts'
import { versions } from '../openapi/formats.ts'
import type { RuleFormat } from '../rule.ts'
import { describeUnknownName } from './read-with.ts'
import type { ReportProblem } from './ruleset-text.ts'

/** The names of formats in rulesets: `oas3.1` is `oas3_1`, too. */
export const formatNames: Readonly<Record<string, RuleFormat>> = Object.fromEntries(
  (['oas2', 'oas3', ...versions] as const).flatMap((format) => [
    [format, format],
    [format.replace('.', '_'), format],
  ]),
)

/** Kinds of documents that rulesets may speak of and that are never evaluated here: such a rule never applies. */
export const foreignFormats =
  /^(?:(?:asyncapi|aas)[23](?:[._]\d)?|arazzo1(?:[._]\d)?|json-?schema(?:-?(?:loose|draft-?\d)|-?(?:draft)?-?\d{4}[-_]\d{2})?)$/i

/** The formats in a list, once each. An empty result of a list that is not wrong means: no document. */
export function readFormats(
  value: unknown,
  path: Path,
  report: ReportProblem,
): readonly RuleFormat[] | undefined {
  if (!Array.isArray(value)) {
    report(path, 'must be a list of formats')
    return undefined
  }
  const found = value.flatMap((name: unknown, index) => {
    const format = typeof name === 'string' ? formatNames[name] : undefined
    if (!format && !foreignFormats.test(String(name))) {
      report([...path, index], describeUnknownName('format', String(name), Object.keys(formatNames)))
    }
    return format ?? []
  })
  return [...new Set(found)]
}

/** The formats that are in both lists; `oas3` stands for every 3.x. Absent means any. */
export function intersectFormats(
  left: readonly RuleFormat[] | undefined,
  right: readonly RuleFormat[] | undefined,
): readonly RuleFormat[] | undefined {
  if (!left || !right) return left ?? right
  const hasFormat = (format: RuleFormat, list: readonly RuleFormat[]): boolean =>
    list.includes(format) || (format.startsWith('oas3') && list.includes('oas3'))
  return [
    ...new Set([
      ...left.filter((format) => hasFormat(format, right)),
      ...right.filter((format) => hasFormat(format, left)),
    ]),
  ]
}
