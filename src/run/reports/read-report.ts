import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { compareRuns } from '../../gate/compare/compare.ts'
import { fleetOf } from '../../gate/compare/fleet.ts'
import { mergeReports } from '../../gate/shards/merge-reports.ts'
import type { Comparison } from '../../model/compare/comparison.ts'
import type { Fleet, KnownApis } from '../../model/compare/fleet.ts'
import { type GovError, usageError } from '../../model/errors.ts'
import { FileFault, toFileFault } from '../../model/file-fault.ts'
import { isRecord } from '../../model/record.ts'
import { type Compared, type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { checksumOf } from '../../reporters/json-text.ts'
import { parseReport } from '../../reporters/report-schema.ts'
import { decodeText } from '../../text/decode-text.ts'
import { readDataFile } from '../read-data-file.ts'
import { today, type World } from '../world.ts'

const mostBytes = 1024 * 1024 * 1024
const hint = 'Pass an unmodified file from gov check --format json.'

/**
 * A saved JSON report. Throws GovError, usage: `report-not-found`, `report-not-json`, `report-version` and so on. What
 * is not as gov wrote it is refused: a broken file must not render as a pass.
 */
export async function readReport(cwd: string, file: string): Promise<Report> {
  const value = parse(await readText(resolve(cwd, file), file), file)
  const version = isRecord(value) ? value.version : undefined
  if (typeof version !== 'number') throw fault('invalid', file, 'is not a gov report')
  if (version !== 1) throw fault('version', file, `has version ${version}, not 1`)
  const checked = parseReport(value)
  if (!checked.success) {
    const [first] = checked.error.issues
    throw fault(
      'invalid',
      file,
      `is not a gov report: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`,
    )
  }
  if (!isRecord(value) || value.checksum !== checksumOf(value))
    throw fault('changed', file, 'was changed after it was written, or cut off: its checksum does not match')
  return checked.data
}

async function readText(path: string, file: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes) throw new FileFault('too-large', 'is larger than 1 GB')
    return decodeText(await readFile(path))
  } catch (error) {
    const { code, message } = toFileFault(error)
    throw fault(code, file, message, error)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fault('not-json', file, 'is not JSON, or was cut off', error)
  }
}

function fault(code: string, file: string, message: string, cause?: unknown): GovError {
  return usageError(`report-${code}`, `report ${file} ${message}`, hint, cause)
}

/** One report of the saved reports of a run's shards. Throws GovError, usage, unless they are one run's, each once. */
export async function joinReports(files: readonly string[], { cwd, now }: World): Promise<Report> {
  const reports: Report[] = []
  for (const file of files) reports.push(await readReport(cwd, file))
  return mergeReports(reports, today(now()))
}

/** Throws GovError, usage, for a report that decided nothing. */
async function readEvaluated(file: string, { cwd }: World): Promise<EvaluatedReport> {
  const report = await readReport(cwd, file)
  if (isEvaluated(report)) return report
  throw usageError(
    'report-undecided',
    `report ${file} is from a failed run: ${report.outcome.failure.message}`,
    'Pass the report of a complete run.',
  )
}

/** Throws GovError, usage, for a report that decided nothing; warns of one that is not complete. */
export async function readCompared(file: string, world: World): Promise<Compared> {
  const report = await readEvaluated(file, world)
  if (report.truncated || report.error !== undefined)
    world.observe.warning(`${file} is from an incomplete run: issues may be missing`)
  return report
}

/** What is new and fixed in `later`, both saved JSON reports. Throws GovError, usage. */
export async function compareReports(earlier: string, later: string, world: World): Promise<Comparison> {
  return compareRuns(await readCompared(earlier, world), await readCompared(later, world))
}

interface FleetFiles {
  readonly run: string
  /** A run before it, to compare with. */
  readonly since?: string | undefined
  /** What `gov api list --json` printed. */
  readonly apis?: string | undefined
}

/** Throws GovError, usage, for a file that is not what it should be, and a run that decided nothing. */
export async function readFleet({ run, since, apis }: FleetFiles, world: World): Promise<Fleet> {
  const known = apis === undefined ? new Map() : await readApis(apis, world)
  const report: EvaluatedReport = await readEvaluated(run, world)
  return fleetOf(report, known, since === undefined ? undefined : await readEvaluated(since, world))
}

const ids = z.array(z.string()).nullish()
const listed = z.looseObject({
  apis: z.array(
    z.looseObject({
      api_definition: z.looseObject({ api_id: z.string(), name: z.string().optional() }),
      user_owners: ids,
      user_group_owners: ids,
    }),
    'it is not what gov api list --json prints',
  ),
})

async function readApis(file: string, world: World): Promise<KnownApis> {
  const { apis } = await readDataFile(file, 'apis', listed, world)
  return new Map(
    apis.map(({ api_definition: { api_id, name }, user_owners, user_group_owners }) => [
      api_id,
      { name, owners: [...(user_owners ?? []), ...(user_group_owners ?? [])] },
    ]),
  )
}
