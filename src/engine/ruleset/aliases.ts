import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { versions } from '../openapi/formats.ts'
import type { RuleFormat } from '../rule.ts'
import { most, mostAliasLevels } from './bounds.ts'
import { readFormats } from './formats.ts'
import { describeUnknownName, readValue } from './read-with.ts'
import type { ReportProblem } from './ruleset-text.ts'

/** The expressions of `#Name`, for any document or by format; the last that fits wins. */
export interface Alias {
  readonly targets: readonly {
    readonly formats: readonly RuleFormat[] | undefined
    readonly given: readonly string[]
  }[]
}

export type Aliases = ReadonlyMap<string, Alias>

const expressions = once(() => z.array(z.string()).min(1, { error: 'must not be empty' }))
const scoped = once(() =>
  z.strictObject({
    description: z.string().optional(),
    targets: z
      .array(z.strictObject({ formats: z.unknown().optional(), given: z.union([z.string(), expressions()]) }))
      .min(1, { error: 'must not be empty' }),
  }),
)

/** Reads `aliases`, and reports what is wrong with them. */
export function readAliases(value: Readonly<Record<string, unknown>>, report: ReportProblem): Aliases {
  const aliases = new Map<string, Alias>()
  for (const [name, definition] of Object.entries(value)) {
    const path = ['aliases', name]
    if (!/^[A-Za-z][\w-]*$/.test(name))
      report(path, 'an alias must be a letter, then letters, digits, _ and -')
    const alias = readAlias(definition, path, report)
    if (alias) aliases.set(name, alias)
  }
  return aliases
}

function readAlias(value: unknown, path: Path, report: ReportProblem): Alias | undefined {
  if (typeof value === 'string') return { targets: [{ formats: undefined, given: [value] }] }
  if (Array.isArray(value)) {
    const given = readValue(expressions(), value, path, report)
    return given && { targets: [{ formats: undefined, given }] }
  }
  const found = readValue(scoped(), value, path, report)
  if (!found) return undefined
  const targets = found.targets.map(({ formats, given }, index) => ({
    formats: readFormats(formats, [...path, 'targets', index, 'formats'], report) ?? [],
    given: [given].flat(),
  }))
  return { targets }
}

/** The expansion of a `given` expression for documents of `formats`; absent formats mean any document. */
interface Expansion {
  readonly formats: readonly RuleFormat[] | undefined
  readonly expressions: readonly string[]
}

/** An alias that cannot be expanded. The message is the reason. */
export class AliasError extends Error {}

/** Follows `#Name` and `#Name.rest`. Throws AliasError for an alias that is unknown, leads to itself, or to too many paths. */
export function expandGiven(given: readonly string[], aliases: Aliases): readonly Expansion[] {
  const steps = { left: most.paths }
  const any = given.map((expression) => expand(expression, { aliases, steps, kind: undefined }, []))
  if (!any.some((found) => found.scoped)) {
    return [{ formats: undefined, expressions: any.flatMap((found) => found.expressions) }]
  }
  const groups = new Map<string, { formats: RuleFormat[]; expressions: readonly string[] }>()
  for (const kind of versions) {
    const names: readonly RuleFormat[] = kind === 'oas2' ? [kind] : [kind, 'oas3']
    const scope = { aliases, kind: names, steps: { left: most.paths } }
    const expressions = given.flatMap((expression) => expand(expression, scope, []).expressions)
    const group = groups.get(expressions.join('\n'))
    if (group) group.formats.push(kind)
    else if (expressions.length > 0) groups.set(expressions.join('\n'), { formats: [kind], expressions })
  }
  return [...groups.values()].map((group) => ({ ...group, formats: shortenFormats(group.formats) }))
}

/** `oas3` for all of its versions, so that one that is not known yet is among them. */
function shortenFormats(formats: readonly RuleFormat[]): readonly RuleFormat[] {
  const ofVersion3 = versions.filter((version) => version !== 'oas2')
  if (!ofVersion3.every((version) => formats.includes(version))) return formats
  return [...formats.filter((format) => format === 'oas2'), 'oas3']
}

interface ExpandedGiven {
  readonly expressions: readonly string[]
  readonly scoped: boolean
}

interface ExpansionScope {
  readonly aliases: Aliases
  readonly kind: readonly RuleFormat[] | undefined
  /** Every way counts, also one that leads to no path: there may be as many of those. */
  readonly steps: { left: number }
}

function expand(expression: string, scope: ExpansionScope, outer: readonly string[]): ExpandedGiven {
  const { aliases, kind, steps } = scope
  if (steps.left-- <= 0) throw new AliasError(`leads to more than ${most.paths} paths`)
  if (!expression.startsWith('#')) return { expressions: [expression], scoped: false }
  if (outer.length >= mostAliasLevels)
    throw new AliasError(`leads through more than ${mostAliasLevels} aliases in a row`)
  const name = /^#([\w-]+)/.exec(expression)?.[1] ?? ''
  if (outer.includes(name))
    throw new AliasError(`the alias refers to itself: ${[...outer, name].join(' -> ')}`)
  const alias = aliases.get(name)
  if (!alias) throw new AliasError(describeUnknownName('alias', name, [...aliases.keys()]))
  const rest = expression.slice(name.length + 1)
  const isScoped = alias.targets.some((target) => target.formats !== undefined)
  const chosen = kind
    ? alias.targets.findLast(
        (target) => !target.formats || target.formats.some((format) => kind.includes(format)),
      )
    : undefined
  const targets = kind ? (chosen ? [chosen] : []) : alias.targets
  const found = targets
    .flatMap((target) => target.given)
    .map((text) => expand(text + rest, scope, [...outer, name]))
  return {
    expressions: found.flatMap((expansion) => expansion.expressions),
    scoped: isScoped || found.some((part) => part.scoped),
  }
}
