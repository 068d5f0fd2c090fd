import { type Command, Option } from 'commander'
import { usageError } from '../../model/errors.ts'
import { type Format, formats } from '../../model/formats.ts'
import { type Severity, severities } from '../../model/severity.ts'
import { type Grouping, groupings, type Selection } from '../../reporters/selection.ts'
import type { ReportFile } from '../../settings/setting.ts'
import { suggest } from '../../text/suggest.ts'
import type { CiChoice } from '../check/ci-system.ts'
import { collect, readLimit } from './setting-flags.ts'

export interface OutputFlags {
  readonly format: Format
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
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('table'))
    .option('--output <[format=]file>', outputHelp, collect)
    .addOption(
      new Option('--group-by <what>', 'list issues by api, file, rule or severity (table)').choices(
        groupings,
      ),
    )
    .option('--rule <rule>', 'list only issues of this rule, such as "oas3-*" (table); repeatable', collect)
    .addOption(
      new Option('--severity <severity>', 'list only issues of this severity or worse (table)').choices(
        severities,
      ),
    )
    .option('--limit <number>', 'list up to this many issues, not only the worst (table)', readLimit)
    .option('--show-waived', 'also list waived and baseline issues (table)')
    .option('--quiet', 'print only the verdict (table); no error hints')
    .addOption(
      new Option(
        '--excerpts <when>',
        'show the code of issues (table, html, markdown); auto: not in a table that is piped',
      )
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--no-pager', 'do not page a long table on a terminal')
    .option('--no-color', 'disable colour')
}

/** What the table lists; the verdict counts every issue. */
export function selectionOf({ groupBy, rule: rules, severity, limit }: OutputFlags): Selection {
  return { groupBy, rules, severity, limit }
}

const outputHelp = 'write to a file instead of stdout; FORMAT=FILE adds a report; repeatable'

/** Where the flags send reports: `instead` instead of standard output, `beside` as well. */
export function readOutputFlags({ format, output }: OutputFlags) {
  const [instead, beside]: [ReportFile[], ReportFile[]] = [[], []]
  for (const { named, file } of readOutputs(output, formats))
    (named === undefined ? instead : beside).push({ format: named ?? format, output: file })
  return { instead, beside }
}

/** A file of `--output FILE`, or of `--output FORMAT=FILE`, which names its format. */
export interface OutputFile<Name> {
  readonly named: Name | undefined
  readonly file: string
}

/** Throws GovError, usage: an unknown format before a `=`, no file, or a file named twice. */
export function readOutputs<Name extends string>(
  values: readonly string[] = [],
  known: readonly Name[],
): readonly OutputFile<Name>[] {
  const outputs = values.map((value) => readOutput(value, known))
  const files = outputs.map(({ file }) => file)
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice === undefined) return outputs
  const message = `--output names ${twice} more than once`
  throw usageError('output-repeated', message, 'Use a different file for each report.')
}

function readOutput<Name extends string>(value: string, known: readonly Name[]): OutputFile<Name> {
  const [, word, rest = ''] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(value) ?? []
  const file = word === undefined ? value : rest
  if (file.trim() === '')
    throw usageError('output-empty', `--output ${value} has no file name`, 'Add a file name.')
  if (known.some((each) => each === value)) {
    const hint = `For a report in that format: --output ${value}=FILE. For a file of that name: --output ./${value}`
    throw usageError('output-format-alone', `--output ${value} names a format, not a file`, hint)
  }
  const named = known.find((each) => each === word)
  if (word === undefined || named !== undefined) return { named, file }
  const near = suggest(word, known)
  const meant = near === undefined ? `The formats are ${known.join(', ')}.` : `Did you mean "${near}"?`
  const hint = `${meant} For a file whose name has a "=", write ./${value}`
  throw usageError('output-format', `--output ${value} begins with an unknown format`, hint)
}
