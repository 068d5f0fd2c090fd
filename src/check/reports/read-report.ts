import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { GovError, usageError } from '../../core/model/errors.ts'
import { FileFault, toFileFault } from '../../core/model/file-fault.ts'
import type { Issue } from '../../core/model/issue.ts'
import { isRecord } from '../../core/model/record.ts'
import {
  type ComparedReport,
  type EvaluatedReport,
  isEvaluated,
  type Report,
} from '../../core/model/report.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { computeChecksum } from '../../reporters/json-text.ts'
import { parseIssue, parseReport } from '../../reporters/report-schema.ts'
import { declaresOpenApi } from '../sources/openapi-text.ts'
import type { World } from '../world.ts'
import { ReportSplitter } from './split-report.ts'

const mostBytes = 1024 * 1024 * 1024
const hint = 'Pass an unmodified file from gov check --format json.'

/**
 * A saved JSON report. Throws GovError, usage: `report-not-found`, `report-not-json`, `report-version` and so on. What
 * is not as gov wrote it is refused: a broken file must not render as a pass. Issues are checked as they are read, and
 * `share` gives one text for equal ones: a million issues have few.
 */
export async function readReport(cwd: string, file: string, share = createTextSharing()): Promise<Report> {
  const issues: Issue[] = []
  let broken: GovError | undefined
  const { text, memberCount } = await readRest(resolve(cwd, file), file, (batch) => {
    for (const value of batch)
      if (!broken && isIssue(value)) issues.push(share(value))
      else broken ??= invalidIssueError(file, value, issues.length)
  })
  refuseDefinition(text, file)
  const value = parse(text, file)
  const version = isRecord(value) ? value.version : undefined
  if (typeof version !== 'number') throw reportFaultError('invalid', file, 'is not a gov report')
  if (version !== 1) throw reportFaultError('version', file, `has version ${version}, not 1`)
  if (Object.keys(Object(value)).length < memberCount)
    throw reportFaultError('changed', file, 'was changed after it was written: it has a key twice')
  if (broken) throw broken
  const checked = parseReport(value)
  if (!checked.success) throw invalidReportError(file, checked.error.issues[0])
  // A list whose key is written otherwise is still in the rest.
  if (isEvaluated(checked.data)) for (const issue of checked.data.issues) issues.push(share(issue))
  const whole = isRecord(value) && Array.isArray(value.issues) ? { ...value, issues } : value
  if (!isRecord(whole) || whole.checksum !== computeChecksum(whole))
    throw reportFaultError(
      'changed',
      file,
      'was changed after it was written, or cut off: its checksum does not match',
    )
  return isEvaluated(checked.data) ? { ...checked.data, issues } : checked.data
}

/** The value itself is kept, whatever else a later version put into it: a copy of each would be held beside it. */
function isIssue(value: unknown): value is Issue {
  return parseIssue(value).success
}

function invalidIssueError(file: string, value: unknown, index: number): GovError {
  const [fault] = parseIssue(value).error?.issues ?? []
  return invalidReportError(file, fault && { ...fault, path: ['issues', index, ...fault.path] })
}

function invalidReportError(file: string, fault?: Pick<z.core.$ZodIssue, 'path' | 'message'>) {
  const words = `is not a gov report: ${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`
  return reportFaultError('invalid', file, words)
}

/** Texts that are kept to be found again: enough for the rules and paths of a run, not for all its ids. */
const mostShared = 100_000

/** Gives a function after which equal texts of issues are one text, also from report to report. */
export function createTextSharing() {
  const known = new Map<string, string>()
  const share = (value: string) => {
    const found = known.get(value)
    if (found === undefined && known.size < mostShared) known.set(value, value)
    return found ?? value
  }
  return (issue: Issue): Issue => {
    for (const [key, value] of Object.entries(issue))
      if (key !== '_id' && typeof value === 'string') Object.assign(issue, { [key]: share(value) })
    return issue
  }
}

function refuseDefinition(text: string, file: string): void {
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  if (!declaresOpenApi(text.slice(0, 4096), format)) return
  throw usageError(
    'report-definition',
    `${file} is an OpenAPI definition, not a report`,
    'Compare two definitions with gov diff OLD NEW. A report is what gov check --format json writes.',
  )
}

/** The text without its issues, which `onIssues` gets. */
async function readRest(path: string, file: string, onIssues: (batch: readonly unknown[]) => void) {
  const splitter = new ReportSplitter()
  try {
    const { size } = await stat(path)
    if (size > mostBytes) throw new FileFault('too-large', 'is larger than 1 GB')
    for await (const bytes of createReadStream(path))
      for (const batch of splitter.add(bytes)) {
        const values = parse(`[${decodeText(batch)}]`, file)
        if (Array.isArray(values)) onIssues(values)
      }
    return { text: decodeText(splitter.rest()), memberCount: splitter.memberCount }
  } catch (error) {
    if (error instanceof GovError) throw error
    const { code, message } = toFileFault(error)
    throw reportFaultError(code, file, message, error)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw reportFaultError('not-json', file, 'is not JSON, or was cut off', error)
  }
}

function reportFaultError(code: string, file: string, message: string, cause?: unknown): GovError {
  return usageError(`report-${code}`, `report ${file} ${message}`, hint, cause)
}

/** Throws GovError, usage, for a report that decided nothing. */
export async function readEvaluatedReport(file: string, { cwd }: World): Promise<EvaluatedReport> {
  const report = await readReport(cwd, file)
  if (isEvaluated(report)) return report
  throw usageError(
    'report-undecided',
    `report ${file} is from a failed run: ${report.outcome.failure.message}`,
    'Pass the report of a complete run.',
  )
}

/** Throws GovError, usage, for a report that decided nothing; warns of one that is not complete. */
export async function readCompared(file: string, world: World): Promise<ComparedReport> {
  const report = await readEvaluatedReport(file, world)
  if (report.truncated || report.error !== undefined)
    world.observe.warning(`${file} is from an incomplete run: issues may be missing`)
  return report
}
