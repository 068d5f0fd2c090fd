import { type Command, Help, Option } from 'commander'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { foldLine } from '../context.ts'

/** Flags that several commands have, in the order of their help. `more`: only `--help all` shows them. Others are "Options". */
const groups = [
  {
    heading: 'What is checked:',
    usual: flags('config api-id'),
    more: flags(
      'check all-apis api-category definition exclude allow-remote stdin-filepath profile trust-paths shard run watch',
    ),
  },
  { heading: 'Rules:', usual: flags('ruleset-file ruleset-id category'), more: flags('engine') },
  {
    heading: 'Policy:',
    usual: flags('fail-on policy baseline'),
    more: flags('strictness max-error max-warn max-info max-hint strict-baseline on-truncation diagnose'),
  },
  { heading: 'Changes:', usual: flags('base breaking'), more: flags('base-policy changelog compare') },
  {
    heading: 'Output:',
    usual: flags('format output rule limit'),
    more: flags('json severity group-by show-waived excerpts quiet no-pager no-color ci'),
  },
  { heading: 'Dashboard:', usual: flags('url'), more: flags('workspace concurrency service-limits') },
]

function flags(names: string): readonly string[] {
  return names.split(' ').map((name) => `--${name}`)
}

export const connectionHeading = 'Connection:'

/** A page with fewer flags shows them all, but for those of the connection. */
const mostFlags = 15

const headings = new Map(
  groups.flatMap(({ heading, usual, more }) => [...usual, ...more].map((flag) => [flag, heading])),
)
const seldom = new Set(groups.flatMap(({ more }) => more))

/** Puts the flags of a command, and of those below it, under their headings. */
export function groupFlags(command: Command): void {
  if (isLong(command))
    for (const option of command.options)
      option.helpGroup(option.helpGroupHeading ?? headings.get(option.long ?? '') ?? 'Options:')
  for (const inner of command.commands) groupFlags(inner)
}

/** The flags of a page, by heading: what only this command has comes first, the connection last. */
export function listVisibleFlags(command: Command, isFull: boolean): Option[] {
  const visible = new Help()
    .visibleOptions(command)
    .filter((option) => isFull || !isSeldomUsed(option, command))
  return visible.toSorted((one, other) => rankHeading(one) - rankHeading(other))
}

function rankHeading({ helpGroupHeading = '', long }: Option): number {
  if (long === '--help') return groups.length + 1
  const at = groups.findIndex(({ heading }) => heading === helpGroupHeading)
  return helpGroupHeading === connectionHeading ? groups.length : at
}

/** `--help` stands below the flags of the output, if they have a heading. */
export function findHeading(
  item: Command | Option,
  visible: readonly (Command | Option)[],
): string | undefined {
  const isGrouped = visible.some((each) => each instanceof Option && each.helpGroupHeading === 'Output:')
  return isGrouped && item instanceof Option && item.long === '--help' ? 'Output:' : undefined
}

/** Those that a page without `all` leaves out. */
function isSeldomUsed(option: Option, command: Command): boolean {
  if (option.helpGroupHeading === connectionHeading) return true
  const isNamed = option.long === '--definition' && command.registeredArguments.length === 0
  return isLong(command) && !isNamed && seldom.has(option.long ?? '')
}

/** Whether a command has so many flags that people look for theirs: those of a check. */
function isLong({ options }: Command): boolean {
  return options.some(({ long }) => long === '--ruleset-file') && options.length > mostFlags
}

/** The last lines of a help page that leaves flags out; empty where it has them all. */
export function describeOmittedFlags(command: Command): string {
  const left = command.options.filter((option) => !option.hidden && isSeldomUsed(option, command))
  if (left.length === 0) return ''
  const names: string[] = []
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name())
  const connection = left.some(({ helpGroupHeading }) => helpGroupHeading === connectionHeading)
  const count = left.length === 1 ? '1 more flag' : `${left.length} more flags`
  const topic = connection ? '; gov help connection explains those of the connection' : ''
  return `\n${count}: ${names.join(' ')} --help all${topic}.`
}

/** Narrower descriptions go below what they describe. */
const leastColumn = 24

/** A page of help in lines of at most `width`, however it was broken: sentences, descriptions, and commands, with a backslash. */
export function foldHelp(text: string, width: number): string {
  return splitParagraphs(text)
    .flatMap((line) => foldHelpLine(line, width))
    .join('\n')
}

/** Each block of sentences as one line; every other line as it is. */
function splitParagraphs(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    if (last !== undefined && isProse(last) && isProse(line)) lines[lines.length - 1] = `${last} ${line}`
    else lines.push(line)
  }
  return lines
}

function isProse(line: string): boolean {
  return /^\S/.test(line) && !/^Usage:|^[A-Z][\w ]*:$/.test(line)
}

const beside = /^( {2,}\S.* {2,})(\S.*)$/

function foldHelpLine(line: string, width: number): string[] {
  if (measureWidth(line) <= width) return [line]
  const [, label, description] = beside.exec(line) ?? []
  if (label !== undefined && description !== undefined) return foldDescription(label, description, width)
  const margin = /^ */.exec(line)?.[0] ?? ''
  if (/^ {2,}(?:gov|npm|npx|git) /.test(line)) return foldCommand(line, width)
  return wrap(line.slice(margin.length), width - margin.length).map((part) => margin + part)
}

function foldDescription(label: string, description: string, width: number): string[] {
  if (width - label.length >= leastColumn) return foldLine(label, description, width)
  return [
    ...wrapLabel(label.trimEnd(), width),
    ...wrap(description, width - 6).map((part) => `      ${part}`),
  ]
}

function wrapLabel(label: string, width: number): string[] {
  return measureWidth(label) <= width
    ? [label]
    : wrap(label.trimStart(), width - 2).map((part) => `  ${part}`)
}

function foldCommand(line: string, width: number): string[] {
  const margin = /^ */.exec(line)?.[0] ?? ''
  const parts = wrap(line.slice(margin.length), width - margin.length - 4)
  return parts.map((part, at) => margin + (at > 0 ? '  ' : '') + part + (at < parts.length - 1 ? ' \\' : ''))
}
