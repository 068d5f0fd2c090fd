import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { FileFault, toFileFault } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import {
  type ComparedReport,
  type EvaluatedReport,
  isEvaluated,
  type Report,
} from '../../core/model/report.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { computeChecksum } from '../../reporters/json-text.ts'
import { parseReport } from '../../reporters/report-schema.ts'
import { declaresOpenApi } from '../sources/openapi-text.ts'
import type { World } from '../world.ts'

const mostBytes = 1024 * 1024 * 1024
const hint = 'Pass an unmodified file from gov check --format json.'

/**
 * A saved JSON report. Throws GovError, usage: `report-not-found`, `report-not-json`, `report-version` and so on. What
 * is not as gov wrote it is refused: a broken file must not render as a pass.
 */
export async function readReport(cwd: string, file: string): Promise<Report> {
  const text = await readText(resolve(cwd, file), file)
  refuseDefinition(text, file)
  const value = parse(text, file)
  const version = isRecord(value) ? value.version : undefined
  if (typeof version !== 'number') throw reportFaultError('invalid', file, 'is not a gov report')
  if (version !== 1) throw reportFaultError('version', file, `has version ${version}, not 1`)
  const checked = parseReport(value)
  if (!checked.success) {
    const [first] = checked.error.issues
    throw reportFaultError(
      'invalid',
      file,
      `is not a gov report: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`,
    )
  }
  if (!isRecord(value) || value.checksum !== computeChecksum(value))
    throw reportFaultError(
      'changed',
      file,
      'was changed after it was written, or cut off: its checksum does not match',
    )
  return checked.data
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

async function readText(path: string, file: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes) throw new FileFault('too-large', 'is larger than 1 GB')
    return decodeText(await readFile(path))
  } catch (error) {
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
