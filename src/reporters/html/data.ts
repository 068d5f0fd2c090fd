import type { IssueFix } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../../core/model/report.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { identifyTarget } from '../../core/model/target.ts'
import { oneLine, sanitize } from '../../core/text/sanitize.ts'
import { findFilePlace, renderFirstPlace, renderOldPlace } from '../file-place.ts'
import { computeFingerprints } from '../fingerprint.ts'
import { sortWorstFirst } from '../issue-order.ts'
import { bounded } from '../markup-text.ts'
import type { ReportView } from '../reporter.ts'
import { createHelpFinder, findWebAddress } from '../rule-help.ts'
import { excerptLines } from '../table/excerpt-lines.ts'
import { createPalette } from '../table/palette.ts'
import { excuseWords } from '../words/excuse-words.ts'

/** Data for the page's script: each name once, and each issue as a row of indexes and strings, worst first. */
export interface PageData {
  readonly severities: readonly Severity[]
  readonly apis: readonly string[]
  readonly rulesets: readonly string[]
  /** `url` is an address of the web, or empty. */
  readonly rules: readonly {
    readonly name: string
    readonly ruleset: number
    readonly summary: string
    readonly why: string
    readonly url: string
  }[]
  readonly fixes: readonly string[]
  readonly excuses: readonly string[]
  readonly excerpts: readonly string[]
  /** Unified diffs, to be applied as they are. */
  readonly diffs: readonly string[]
  readonly operations: readonly string[]
  readonly values: readonly string[]
  /** Addresses of files, as the forge shows them. */
  readonly links: readonly string[]
  /** severity, API, rule, fix, excuse, place, path, message, key, excerpt, diff, operations, link, line, values; -1 for none of these. */
  readonly issues: readonly (readonly (number | string)[])[]
}

export function createPageData(
  report: Report,
  { sourceText, fixes: edits, linkPlace }: Pick<ReportView, 'sourceText' | 'fixes' | 'linkPlace'> = {},
): PageData {
  const issues = sortWorstFirst(listIssues(report))
  const keys = computeFingerprints(issues, report.run)
  const [apis, rulesets, ruleNames] = [createNameList(), createNameList(), createNameList()]
  const [fixes, excuses] = [createNameList(), createNameList()]
  const [excerpts, diffs] = [createNameList(), createNameList()]
  const [operations, links, values] = [createNameList(), createNameList(), createNameList()]
  const rules: PageData['rules'][number][] = []
  const findHelp = createHelpFinder(isEvaluated(report) ? report.rules : [])
  const findRuleIndex = (issue: Issue): number => {
    const index = ruleNames.indexOf(JSON.stringify([issue.ruleset_id, issue.rule_id]))
    rules[index] ??= {
      name: oneLine(issue.rule_id),
      ruleset: rulesets.indexOf(oneLine(issue.ruleset_name || issue.ruleset_id)),
      summary: cut(issue.rule_summary ?? ''),
      why: cut(findHelp(issue)?.why ?? ''),
      url: findWebAddress(findHelp(issue)?.documentation_url) ?? '',
    }
    return index
  }
  const rows = issues.map((issue, index) => [
    severities.indexOf(issue.severity),
    apis.indexOf(oneLine(identifyTarget(issue).id)),
    findRuleIndex(issue),
    indexOfText(fixes, cut(issue.how_to_fix ?? '')),
    indexOfText(excuses, issue.excused ? cut(excuseWords(issue.excused)) : ''),
    placeWords(issue),
    oneLine(cut(issue.path)),
    cut(issue.message + renderFirstPlace(issue)),
    (keys[index] ?? '').slice(0, 16),
    indexOfText(
      excerpts,
      index < maxExcerpts ? excerptLines(issue, 0, { ...style, sourceText }).join('\n') : '',
    ),
    indexOfText(diffs, renderExactDiff(edits?.get(issue))),
    indexOfText(operations, oneLine((issue.operations ?? []).join(', '))),
    indexOfText(links, findPlaceAddress(issue, linkPlace).replace(/#.*/, '')),
    issue.line ?? -1,
    indexOfText(values, oneLine(cut((issue.values ?? []).join(', ')))),
  ])
  return {
    severities,
    apis: apis.all,
    rulesets: rulesets.all,
    rules,
    fixes: fixes.all,
    excuses: excuses.all,
    excerpts: excerpts.all,
    diffs: diffs.all,
    operations: operations.all,
    values: values.all,
    links: links.all,
    issues: rows,
  }
}

/** Only the worst issues have one, so that the page of 10,000 issues stays below 3 MB. */
const maxExcerpts = 2000

const style = { palette: createPalette(false), width: 110 }

/** Empty for one that could not be both shown safely and applied. The mark that a file begins with may stay. */
function renderExactDiff(fix: IssueFix | undefined): string {
  const diff = fix?.diff ?? ''
  const plain = diff.replaceAll(/(?<=\n[ +-])\ufeff/g, '')
  const shown = plain.replaceAll(/[^\n\r\t]+/g, (text) => sanitize(text))
  return shown === plain ? diff : ''
}

/** `specs/a.yaml:3:7`, or `line 3:7` of a saved API; empty where it is not known. Foreign text. */
export function placeWords(issue: Issue): string {
  if (issue.old_place !== undefined) return oneLine(renderOldPlace(issue))
  const { line, column } = findFilePlace(issue)
  if (line === undefined) return ''
  const position = column === undefined ? `${line}` : `${line}:${column}`
  return issue.file === undefined ? `line ${position}` : `${oneLine(issue.file)}:${position}`
}

/** The address of what is there now; empty where it is not known. */
export function findPlaceAddress(
  { file, line, column = 1, old_place: old }: Issue,
  linkPlace: ReportView['linkPlace'],
): string {
  return file === undefined || line === undefined || old ? '' : (linkPlace?.(file, line, column) ?? '')
}

function indexOfText(texts: NameList, text: string): number {
  return text === '' ? -1 : texts.indexOf(text)
}

interface NameList {
  readonly all: string[]
  indexOf(name: string): number
}

function createNameList(): NameList {
  const all: string[] = []
  const indexes = new Map<string, number>()
  return {
    all,
    indexOf: (name) => {
      const known = indexes.get(name)
      if (known !== undefined) return known
      indexes.set(name, all.length)
      return all.push(name) - 1
    },
  }
}

const longest = 10_000

function cut(text: string): string {
  return sanitize(bounded(text, longest))
}
