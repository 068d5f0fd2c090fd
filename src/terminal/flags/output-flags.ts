import type { Command } from 'commander'
import type { CiChoice } from '../../check/plan/ci-systems.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import {
  type FileFormat,
  type Format,
  formats,
  resolveFormat,
  standardOutput,
} from '../../core/model/formats.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { suggest } from '../../core/text/suggest.ts'
import { type Grouping, groupings } from '../../reporters/selection.ts'
import { collect, createEnum, readLimit } from './setting-flags.ts'

export interface OutputFlags {
  /** Absent: that of a file's extension, and `table` on standard output. */
  readonly format?: Format
  /** `FILE`, or `FORMAT=FILE`. */
  readonly output?: readonly string[]
  readonly quiet?: boolean
  readonly showWaived?: boolean
  readonly groupBy?: Grouping
  readonly rule?: readonly string[]
  readonly severity?: Severity
  readonly limit?: number
  readonly pager?: boolean
  readonly excerpts?: 'auto' | 'always' | 'never'
  /** Absent: the command writes no more than it is asked for. */
  readonly ci?: CiChoice
}

export function addOutputFlags(command: Command): Command {
  return command
    .addOption(createEnum('-f, --format <format>', formatHelp, formats))
    .option('-o, --output <[format=]file>', outputHelp, collect)
    .addOption(createEnum('--group-by <what>', groupByHelp, groupings))
    .option('--rule <rule>', 'list only issues of this rule, such as "oas3-*" (table); repeatable', collect)
    .addOption(
      createEnum('--severity <severity>', 'list only issues of this severity or worse (table)', severities),
    )
    .option('--limit <number>', 'list up to this many issues, or all, not only the worst (table)', readLimit)
    .option('--show-waived', 'also list waived and baseline issues (table)')
    .option('-q, --quiet', 'print only the counts and the verdict (table)')
    .addOption(createEnum('--excerpts <when>', excerptsHelp, ['auto', 'always', 'never'], 'auto'))
    .option('--no-pager', 'do not page a long table on a terminal')
    .option('--no-color', 'disable colour')
}

const groupByHelp = 'list issues by api, file, operation, rule or severity, not worst first (table)'
const excerptsHelp = 'show the code of issues (table, html, markdown); auto: not in a table'
export const formatHelp = 'format (default: that of the extension of --output, or table)'
export const outputHelp =
  'write to a file instead of stdout, in the format of its extension; FORMAT=FILE adds a report; repeatable; - for stdout'

/** The targets of reports: `instead` instead of standard output, `beside` as well. `stdout` is undefined if nothing goes there. */
export interface Outputs<Name> {
  readonly stdout: Name | undefined
  readonly instead: readonly FormattedFile<Name>[]
  readonly beside: readonly FormattedFile<Name>[]
}

interface FormattedFile<Name> {
  readonly format: Name
  readonly output: string
}

interface OutputChoice<Name> {
  readonly format?: Name | undefined
  /** Each `FILE`, or `FORMAT=FILE`. */
  readonly output?: readonly string[] | undefined
}

/** Reads the targets of reports. Throws GovError, usage: unknown format or extension, no or a repeated file, two formats for stdout. */
export function readOutputs<Name extends FileFormat>(
  { format, output = [] }: OutputChoice<Name>,
  known: readonly Name[],
  otherwise: Name,
): Outputs<Name> {
  const outputs = output.map((value) => readOutput(value, known))
  const names = outputs.map(({ file }) => file)
  const twice = names.find((file, index) => names.indexOf(file) !== index)
  if (twice !== undefined) throw repeatedError(`--output names ${twice} more than once`)
  const [instead, beside]: [FormattedFile<Name>[], FormattedFile<Name>[]] = [[], []]
  for (const { named, file } of outputs) {
    if (file === standardOutput) continue
    const list = named === undefined ? instead : beside
    list.push({ format: resolveFormat(named ?? format, file, known, otherwise), output: file })
  }
  const stdout = outputs.find(({ file }) => file === standardOutput)
  if (stdout?.named !== undefined && format !== undefined && stdout.named !== format)
    throw repeatedError(`--format ${format} and --output ${stdout.named}=- both say what stdout gets`)
  const isOpen = stdout !== undefined || instead.length === 0
  return { stdout: isOpen ? (format ?? stdout?.named ?? otherwise) : undefined, instead, beside }
}

export function repeatedError(message: string): GovError {
  return usageError('output-repeated', message, 'Use a different file for each report.')
}

/** A file of `--output FILE`, or of `--output FORMAT=FILE`, which names its format. */
function readOutput<Name extends string>(value: string, known: readonly Name[]) {
  const [, word, rest = ''] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(value) ?? []
  const file = word === undefined ? value : rest
  if (file.trim() === '')
    throw usageError('output-empty', `--output ${value} has no file name`, 'Add a file name.')
  if (known.some((name) => name === value)) {
    const hint = `For a report in that format: --output ${value}=FILE. For a file of that name: --output FORMAT=${value}`
    throw usageError('output-format-alone', `--output ${value} names a format, not a file`, hint)
  }
  const named = known.find((name) => name === word)
  if (word === undefined || named !== undefined) return { named, file }
  const near = suggest(word, known)
  const meant = near === undefined ? `The formats are ${known.join(', ')}.` : `Did you mean "${near}"?`
  const hint = `${meant} For a file whose name has a "=", write ./${value}`
  throw usageError('output-format', `--output ${value} begins with an unknown format`, hint)
}
