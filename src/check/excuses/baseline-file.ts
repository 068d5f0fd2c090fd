import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { parseDocument } from '../../core/document/document.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import { type BaselineEntry, writtenEntry } from '../../core/model/baseline-entry.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { toFileFault } from '../../core/model/file-fault.ts'
import { subjectText } from '../../core/model/identity.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { sortEntries } from '../../gate/excuse/known.ts'
import { readSettings } from '../config/read-settings.ts'
import { writeOutput } from '../reports/write-output.ts'
import type { Sources } from '../sources/sources.ts'
import type { SettingsRequest } from '../types.ts'
import type { World } from '../world.ts'

const baselineSchema = z.strictObject({ version: z.literal(1), issues: z.array(writtenEntry) })

const hint = 'Recreate it with gov baseline create, or restore it from version control.'

/** The entries of a baseline. Throws GovError, usage: a baseline that is named and not there excuses nothing. */
export async function readBaseline(cwd: string, file: string): Promise<readonly BaselineEntry[]> {
  const checked = baselineSchema.safeParse(parse(await readText(cwd, file), file))
  if (checked.success) return checked.data.issues
  const [first] = checked.error.issues
  const where = first?.path.length ? ` at ${z.core.toDotPath(first.path)}` : ''
  throw baselineFaultError(
    'baseline-invalid',
    `${file} is not a baseline file${where}: ${first?.message ?? ''}`,
  )
}

async function readText(cwd: string, file: string): Promise<string> {
  try {
    return decodeText(await readFile(resolve(cwd, file)))
  } catch (error) {
    const { code, message } = toFileFault(error)
    throw baselineFaultError(`baseline-${code}`, `baseline ${file} ${message}`, error)
  }
}

function parse(text: string, file: string): unknown {
  try {
    const { value, keyFaults } = parseDocument(text, 'json')
    const [repeated] = keyFaults()
    if (repeated)
      throw baselineFaultError('baseline-invalid', `${file} is not a baseline file: it has a repeated key`)
    return value
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw baselineFaultError('baseline-invalid', `baseline ${file} is not JSON`, error)
  }
}

function baselineFaultError(code: string, message: string, cause?: unknown): GovError {
  return usageError(code, message, hint, cause)
}

/** Writes the entries in their one order, each on a line of its own. Throws GovError, usage. */
export async function writeBaseline(
  sources: Pick<Sources, 'cwd' | 'isInput'>,
  file: string,
  entries: readonly BaselineEntry[],
): Promise<void> {
  const lines = sortEntries(entries).map((baselineEntry) => `    ${JSON.stringify(orderKeys(baselineEntry))}`)
  const issues = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`
  await writeOutput(sources, file, `{\n  "version": 1,\n  "issues": ${issues}\n}\n`)
}

function orderKeys(baselineEntry: BaselineEntry): BaselineEntry {
  const subject = 'file' in baselineEntry ? { file: baselineEntry.file } : { api_id: baselineEntry.api_id }
  const { part, ruleset_id, rule_id, path, pointer, message, used_by, _id } = baselineEntry
  return { ...subject, part, ruleset_id, rule_id, path, pointer, message, used_by, _id }
}

/** A file's name as the baseline has it: from the baseline's folder, with slashes. */
export function createFileNamer(cwd: string, baseline: string): (file: string) => string {
  const folder = dirname(resolve(cwd, baseline))
  return (file) => relative(folder, resolve(cwd, file)).split(sep).join('/')
}

/** The baseline that the config or `--baseline` names. Throws GovError, usage, when there is none. */
export function requireBaseline(baseline: string | undefined): string {
  if (baseline !== undefined) return baseline
  throw usageError(
    'baseline-unnamed',
    'no baseline configured',
    'Add "baseline: .governance-baseline.json" to the config, or pass --baseline.',
  )
}

/** The entries of the baseline in their order, by the API or the file that they are of. Throws GovError, usage. */
export async function listBaseline(
  request: SettingsRequest,
  world: World,
): Promise<readonly (readonly BaselineEntry[])[]> {
  const { settings } = await readSettings(request, world)
  const entries = sortEntries(await readBaseline(world.cwd, requireBaseline(settings.baseline?.value)))
  return [...groupBy(entries, (entry) => subjectText(entry)).values()]
}
