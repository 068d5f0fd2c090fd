import type { IssueFix } from '../core/model/fixes.ts'
import type { Excuse, Issue, RuleHelp } from '../core/model/issue.ts'
import { chooseExitCode } from '../core/model/outcome.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import type { Severity } from '../core/model/severity.ts'
import { sanitize } from '../core/text/sanitize.ts'
import { isUrl, parseUrl } from '../core/text/url.ts'
import { plural } from '../core/text/wording.ts'
import { faultText, listFaults, listRefusals } from './faults.ts'
import {
  type FilePlace,
  findFilePlace,
  isOnDrive,
  renderPlaceSuffix,
  toRepositoryPath,
} from './file-place.ts'
import { computeFingerprints } from './fingerprint.ts'
import { sortCountedFirst } from './issue-order.ts'
import { jsonText } from './json-text.ts'
import { markdownWithCode } from './markup-text.ts'
import type { Reporter } from './reporter.ts'
import { createHelpFinder, findWebAddress } from './rule-help.ts'
import { excuseWords } from './words/excuse-words.ts'

/** GitHub refuses a run with more. */
const maxResults = 25_000

/**
 * SARIF 2.1.0, for code scanning: the issues with their rules and how to fix them, worst first, and those that a waiver
 * or the baseline excuses last, as suppressed results. What does not fit, what was not evaluated and why nothing was
 * decided are notifications. Where nothing is known, there are no results: an empty list would close the alerts of
 * earlier runs.
 */
export const sarif: Reporter = (report, { fixes }) => {
  const issues = sortCountedFirst(listIssues(report)).slice(0, maxResults)
  const rules = ruleTable(issues, isEvaluated(report) ? report.rules : [])
  const fingerprints = computeFingerprints(issues, report.run)
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gov', version: messageText(report.run.gov), rules: rules.descriptors } },
        invocations: [invocation(report)],
        columnKind: 'utf16CodeUnits',
        ...(isKnown(report) && {
          results: issues.map((issue, index) =>
            toResult(issue, rules.indexOf(issue), fingerprints[index] ?? '', report.run, fixes?.get(issue)),
          ),
        }),
        properties: toRunProperties(report),
      },
    ],
  }
  return `${jsonText(log, 1)}\n`
}

function isKnown(report: Report): boolean {
  return isEvaluated(report) && (report.outcome.kind !== 'incomplete' || report.issues.length > 0)
}

function invocation(report: Report): object {
  const started = new Date(report.run.started)
  const known = Number.isFinite(started.getTime())
  const ended = new Date(started.getTime() + report.run.took_ms)
  return {
    executionSuccessful: listFaults(report).length === 0,
    exitCode: chooseExitCode(report.outcome),
    ...(known ? { startTimeUtc: started.toISOString(), endTimeUtc: ended.toISOString() } : {}),
    toolExecutionNotifications: [
      ...noteLeftOut(listIssues(report).length - maxResults),
      ...listFaults(report).map((fault) => ({
        ...notification('error', faultText(fault), fault.code),
        ...(fault.place && { locations: [createPlaceLocation(fault.place, report.run)] }),
      })),
      ...listRefusals(report).map((message) => notification('note', message, 'policy')),
    ],
  }
}

function noteLeftOut(count: number): object[] {
  if (count <= 0) return []
  const text = `${plural(count, 'issue')} left out: GitHub accepts 25,000 results. The JSON report lists all of them.`
  return [notification('warning', text, 'results-left-out')]
}

function notification(level: string, message: string, id: string): object {
  return { level, descriptor: { id: messageText(id) }, message: { text: messageText(message) } }
}

function toRunProperties(report: Report): object {
  return {
    dashboard: report.run.dashboard,
    dashboard_origin: report.run.dashboard_origin,
    policy_origin: report.run.policy?.origin,
    outcome: report.outcome.kind,
    ...(isEvaluated(report) && {
      evaluated_apis: report.evaluated_apis,
      total: report.total,
      truncated: report.truncated,
      waived_count: report.waived_count,
      baselined_count: report.baselined_count,
      known_count: report.known_count,
    }),
  }
}

/** The rules of all issues, each once. Two rulesets may both have a rule of a name, so the ruleset is part of the id. */
function ruleTable(issues: readonly Issue[], known: readonly RuleHelp[] | undefined) {
  const findHelp = createHelpFinder(known)
  const indexes = new Map<string, number>()
  const descriptors: object[] = []
  for (const issue of issues) {
    const id = createRuleId(issue)
    if (indexes.has(id)) continue
    indexes.set(id, descriptors.length)
    descriptors.push(descriptor(id, issue, findHelp(issue)))
  }
  return {
    descriptors,
    indexOf: (issue: Issue) => {
      const ruleId = createRuleId(issue)
      return { ruleId, ruleIndex: indexes.get(ruleId) ?? -1 }
    },
  }
}

function createRuleId({ ruleset_id, rule_id }: Issue): string {
  return messageText(`${ruleset_id}/${rule_id}`)
}

function descriptor(id: string, issue: Issue, { why, documentation_url }: Partial<RuleHelp> = {}): object {
  const ruleset = issue.ruleset_name || issue.ruleset_id
  const summary = issue.rule_summary || issue.rule_id
  const helpUri = findWebAddress(documentation_url) ?? findWebAddress(issue.how_to_fix)
  const help = [
    ...(why ? [['Why', why] as const] : []),
    ['How to fix', issue.how_to_fix || 'The ruleset does not say how to fix this.'] as const,
  ]
  const markdown = [
    ...help.map(([title, text]) => `**${title}**\n\n${markdownWithCode(text)}`),
    ...(helpUri === undefined ? [] : [`[Documentation](<${helpUri}>)`]),
    `Ruleset: ${markdownWithCode(ruleset)}`,
  ]
  return {
    id,
    name: messageText(issue.rule_id),
    shortDescription: { text: messageText(summary) },
    fullDescription: { text: messageText(`${summary} (ruleset ${ruleset})`) },
    help: {
      text: messageText(help.map(([title, text]) => `${title}: ${text}`).join('\n')),
      markdown: markdown.join('\n\n'),
    },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: levels[issue.severity] },
    properties: { ruleset: messageText(ruleset), tags: [...new Set(['governance', messageText(ruleset)])] },
  }
}

/**
 * One issue. Code scanning refuses a result without a file: that of a saved API points to the line of the config that
 * names the API, or, if flags named it, to a path made of its id.
 */
function toResult(
  issue: Issue,
  rule: { readonly ruleId: string; readonly ruleIndex: number },
  fingerprint: string,
  run: Pick<Run, 'named_in' | 'base' | 'folder'>,
  fix?: IssueFix | undefined,
): object {
  return {
    ...rule,
    level: levels[issue.severity],
    message: { text: messageText(issue.message + renderPlaceSuffix(issue)) },
    locations: [location(issue, run)],
    ...(issue.first_place && { relatedLocations: [relatedLocation(issue.first_place, run)] }),
    // The upload to code scanning computes primaryLocationLineHash itself, and warns of each that differs.
    partialFingerprints: { 'govIssue/v1': fingerprint },
    ...(run.base && { baselineState: issue.known ? 'unchanged' : 'new' }),
    ...(fix && { fixes: [renderFix(fix, run)] }),
    ...(issue.excused ? { suppressions: [suppression(issue.excused)] } : {}),
    properties: { severity: issue.severity, api_id: sanitize(issue.api_id), issue_id: sanitize(issue._id) },
  }
}

function renderFix({ files }: IssueFix, run: Where): object {
  return {
    description: { text: 'A safe fix of gov fix: what the API means stays the same.' },
    artifactChanges: files.map(({ file, replacements }) => ({
      artifactLocation: artifact(file, run),
      replacements: replacements.map(({ text, ...deleted }) => ({
        deletedRegion: {
          startLine: deleted.start_line,
          startColumn: deleted.start_column,
          endLine: deleted.end_line,
          endColumn: deleted.end_column,
        },
        ...(text !== '' && { insertedContent: { text } }),
      })),
    })),
  }
}

type Where = Pick<Run, 'named_in' | 'folder'>

function location(issue: Issue, run: Where): object {
  const path = sanitize(issue.path)
  const logical = {
    name: path.slice(path.lastIndexOf('.') + 1) || '(root)',
    fullyQualifiedName: path === '' ? sanitize(issue.api_id) : `${sanitize(issue.api_id)}:${path}`,
    kind: 'member',
  }
  return { ...physical(issue, run), logicalLocations: [logical] }
}

function physical(issue: Issue, run: Where): object {
  const place = issue.file === undefined ? configPlace(issue, run) : findFilePlace(issue)
  if (place === undefined) {
    const uri = encodeURIComponent(sanitize(issue.api_id))
    return { physicalLocation: { artifactLocation: { uri, ...relative } } }
  }
  return createPlaceLocation(place, run, issue.file === undefined ? {} : regionEnd(issue))
}

function relatedLocation(place: FilePlace, run: Where): object {
  return { ...createPlaceLocation(place, run), message: { text: 'First occurrence.' } }
}

function createPlaceLocation({ file, line, column }: FilePlace, run: Where, end: object = {}): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column, ...end } }
  return { physicalLocation: { artifactLocation: artifact(file, run), ...region } }
}

/**
 * The end of the key and its value where that is on one line, else of the key: code scanning shows an issue in a pull
 * request only if the change has all of its lines.
 */
function regionEnd({ line, column = 1, location: range }: Issue): object {
  if (range === undefined || range.start_line !== line) return {}
  const endColumn = range.end_line === line ? range.end_char : range.start_char
  return endColumn > column ? { endLine: line, endColumn } : {}
}

function configPlace({ api_id }: Issue, { named_in: namedIn }: Where): FilePlace | undefined {
  if (namedIn === undefined || !Object.hasOwn(namedIn.lines, api_id)) return undefined
  return { file: namedIn.file, line: namedIn.lines[api_id] ?? 1 }
}

/** Below the repository's root, whatever that is where the report is read. */
const relative = { uriBaseId: '%SRCROOT%' }

function artifact(file: string, run: Where): object {
  const path = toRepositoryPath(sanitize(file), run)
  const url = isUrl(path) && parseUrl(path)
  if (url) return { uri: url.href }
  const uri = path.split('/').map(encodeURIComponent).join('/')
  if (isOnDrive(path)) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` }
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, ...relative }
}

function suppression(excuse: Excuse): object {
  const kind = excuse.by === 'definition' ? 'inSource' : 'external'
  return { kind, status: 'accepted', justification: messageText(excuseWords(excuse)) }
}

/**
 * Foreign text for a plain message. In SARIF `[text](target)` is a link there too (3.11.6), so brackets that would make
 * one are escaped. Never empty: the schema's messages are not.
 */
function messageText(text: string): string {
  const safe = sanitize(text)
  const literal = safe.includes('](') ? safe.replace(/[\\[\]]/g, (found) => `\\${found}`) : safe
  return literal.trim() === '' ? '(no text)' : literal
}

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
  hint: 'note',
}
