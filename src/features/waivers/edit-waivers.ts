import { type OpenedConfig, openConfig } from '../../check/config/load-config.ts'
import { readReport } from '../../check/reports/read-report.ts'
import { writeOutput } from '../../check/reports/write-output.ts'
import { parseIfValid } from '../../check/sources/openapi-text.ts'
import { today, type World } from '../../check/world.ts'
import { parseDocument } from '../../core/document/document.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { usageError } from '../../core/model/errors.ts'
import { getPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../core/model/record.ts'
import { listIssues } from '../../core/model/report.ts'
import { identifyTarget } from '../../core/model/target.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import { parsedJson } from '../../core/text/json.ts'
import { plural } from '../../core/text/wording.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import { isPartIssue, renderPartPlace } from '../../gate/excuse/uses.ts'
import { countDays, waive } from '../../gate/excuse/waivers.ts'
import { describeWaiver } from '../../reporters/words/reason-text.ts'
import { checkConfig } from '../../settings/check-config.ts'
import type { ConfigSource } from '../../settings/config-source.ts'
import { addToText, removeFromText } from './waivers-in-text.ts'

export interface ListedWaiver extends Waiver {
  /** In words: what it excuses. */
  readonly of: string
  /** Negative once it has expired. */
  readonly daysLeft: number
}

/** Throws GovError, usage, when there is no config or it is invalid. */
export async function openWaivers(explicit: string | undefined, world: World) {
  const config = await openConfig({ cwd: world.cwd, explicit })
  if (config === undefined) {
    const hint = 'Create one with gov init, or pass --config.'
    throw usageError('config-not-found', 'no config to edit', hint)
  }
  const waivers = checkConfig(config.source).layer.waivers?.value ?? []
  const day = today(world.now())
  const toListedWaiver = (waiver: Waiver): ListedWaiver => ({
    ...waiver,
    of: describeWaiver(waiver),
    daysLeft: countDays(day, waiver.expires),
  })
  const withWaiver = (waiver: Waiver) => {
    if (waiver.expires < day)
      throw usageError('waiver-expired', `the last day, ${waiver.expires}, has passed`, 'Pass a later day.')
    return requireValidConfig(config, addWaiver(config.source, waiver))
  }
  return {
    /** The config's name in messages. */
    name: config.name,
    /** Absolute. */
    file: config.file,
    waivers: waivers.map(toListedWaiver),
    /** The config's text before and after `add`. Throws like `add`, and writes nothing. */
    propose: (waiver: Waiver) => ({ before: config.source.document.text, after: withWaiver(waiver) }),
    /** Throws GovError, usage: also for a day in the past, which would excuse nothing. */
    add: async (waiver: Waiver) => {
      await writeOutput(world.sources, config.file, withWaiver(waiver))
      return toListedWaiver(waiver)
    },
    /** Removes those that have expired, and gives how many. */
    prune: async () => {
      const gone = waivers.flatMap(({ expires }, index) => (expires < day ? [index] : []))
      if (gone.length > 0)
        await writeOutput(
          world.sources,
          config.file,
          requireValidConfig(config, removeWaivers(config.source, new Set(gone))),
        )
      return gone.length
    },
  }
}

/** The edited text is checked as any config is before it takes the file's place. */
function requireValidConfig({ file, source }: OpenedConfig, text: string): string {
  const document = parseDocument(text, file.toLowerCase().endsWith('.json') ? 'json' : 'yaml')
  checkConfig({ ...source, document, value: getValue(document.value, source.root) })
  return text
}

type WaiverSelection = Pick<Waiver, 'rule_id' | 'ruleset_id' | 'api_id' | 'path' | 'message'>

/**
 * Selects one issue for a waiver: its rule, of its ruleset, in its definition, at its place. The
 * root has no path that a waiver could name. One place may break clients twice, such as by two values that are gone.
 */
export function createSelection(issue: Issue): WaiverSelection {
  const pointer = isPartIssue(issue) ? renderPartPlace(issue) : getPointer(issue)
  return {
    rule_id: escapeAsterisks(issue.rule_id),
    ruleset_id: escapeAsterisks(issue.ruleset_id),
    api_id: escapeAsterisks(identifyTarget(issue).id),
    ...(pointer !== '' && { path: escapeAsterisks(pointer) }),
    ...(issue.ruleset_id === breakingRuleset && { message: messagePattern(issue.message) }),
  }
}

/** Selects the issue of a saved report that has this id. Throws GovError, usage, also where a waiver would excuse others. */
export async function selectFromReport(id: string, file: string, cwd: string): Promise<WaiverSelection> {
  const issues = listIssues(await readReport(cwd, file))
  const issue = issues.find(({ _id }) => _id === id)
  if (issue === undefined) {
    const hint = 'Pass the _id of one of its issues.'
    throw usageError('issue-not-found', `report ${file} has no issue ${id}`, hint)
  }
  const reason = explainWiderWaiver(issue, issues)
  if (reason === undefined) return createSelection(issue)
  throw usageError('issue-not-alone', reason, 'Pass --rule, and other flags, to waive them all.')
}

/** The list of operations in a message is a wildcard: other operations may use the changed part later. */
function messagePattern(message: string): string {
  const [, change] = /^(.*), in .*`[A-Z]+ [^`]*`(?: and \d+ more)?(?: \(was at .*\))?$/s.exec(message) ?? []
  return change === undefined ? escapeAsterisks(message) : `${escapeAsterisks(change)}, in *`
}

/** Gives the reason why a waiver would not excuse exactly this place; undefined if it would. */
export function explainWiderWaiver(issue: Issue, issues: readonly Issue[]): string | undefined {
  const selected = issues.filter((each) => isSelected(each, issue))
  if (!selected.includes(issue)) return 'a waiver cannot tell this place from another one'
  const { length } = selected.filter((each) => placeText(each) !== placeText(issue))
  const place = getPointer(issue) === '' ? 'the root' : 'this place'
  return length === 0
    ? undefined
    : `a waiver of ${place} would excuse ${plural(length, 'issue')} elsewhere, too`
}

function isSelected(each: Issue, issue: Issue): boolean {
  const day = '9999-12-31'
  const waiver = { ...createSelection(issue), reason: '', owner: '', expires: day }
  return waive([each], [waiver], { today: day }).uses[0]?.matched === 1
}

function placeText(issue: Issue): string {
  return JSON.stringify([issue.file, getPointer(issue)])
}

/** In a waiver an asterisk stands for any characters. */
function escapeAsterisks(text: string): string {
  return text.replaceAll('*', '\\*')
}

/**
 * The text of a config with one more waiver at the end of its list: what was there stays, comments and all. Throws
 * GovError, usage, when the text is written in a way that cannot be added to; it then says what to write.
 */
export function addWaiver(source: ConfigSource, waiver: Waiver): string {
  const ordered = orderKeys(waiver)
  const waivers = [...readWaivers(source), ordered]
  const hint = `Add by hand:\n${yamlText({ waivers: [ordered] }).trimEnd()}`
  return replaceWaivers(source, waivers, (text, format, root) => addToText(text, format, root, ordered), hint)
}

/** The text of a config without some of its waivers. Throws GovError, usage. */
export function removeWaivers(source: ConfigSource, gone: ReadonlySet<number>): string {
  const waivers = readWaivers(source).filter((_waiver, index) => !gone.has(index))
  return replaceWaivers(
    source,
    waivers,
    (text, format, root) => removeFromText(text, format, root, gone),
    'Remove them by hand.',
  )
}

type EditText = (text: string, format: 'json' | 'yaml', root: Path) => string | undefined

/** Accepts an edited text only if it parses to exactly the wanted value. */
function replaceWaivers(
  { root, value, document, name }: ConfigSource,
  waivers: readonly unknown[],
  edit: EditText,
  hint: string,
): string {
  const [key] = root
  const config = { ...toRecord(value), waivers }
  const wanted = { ...toRecord(document.value), ...(key === undefined ? config : { [key]: config }) }
  // The text decides: a file named .governancerc may be either.
  const format = parsedJson(document.text) === undefined ? 'yaml' : 'json'
  const text = edit(document.text, format, root)
  if (text !== undefined && JSON.stringify(parseIfValid(text, format)) === JSON.stringify(wanted)) return text
  throw usageError('config-not-editable', `${name} has a format that gov cannot edit`, hint)
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function readWaivers({ value }: ConfigSource): readonly unknown[] {
  return toList(toRecord(value).waivers)
}

/** In the order of the documentation, without what is absent. */
function orderKeys({ rule_id, ruleset_id, api_id, path, message, reason, owner, expires }: Waiver): Waiver {
  return {
    rule_id,
    ...(ruleset_id !== undefined && { ruleset_id }),
    ...(api_id !== undefined && { api_id }),
    ...(path !== undefined && { path }),
    ...(message !== undefined && { message }),
    reason,
    owner,
    expires,
  }
}
