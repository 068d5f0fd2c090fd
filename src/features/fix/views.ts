import { relative, resolve, sep } from 'node:path'
import { findCiName } from '../../check/plan/ci-systems.ts'
import { findRepository } from '../../check/sources/fence.ts'
import { oneLine, sanitize, withoutLineCommands } from '../../core/text/sanitize.ts'
import { listLineChanges, unifiedDiff } from '../../core/text/unified-diff.ts'
import { excerpt, grouped, plural } from '../../core/text/wording.ts'
import { escapeActive } from '../../reporters/json-text.ts'
import { chooseFence } from '../../reporters/markup-text.ts'
import type { Context } from '../../terminal/context.ts'
import { isEnabled } from '../../terminal/io.ts'
import {
  addUpRuleCounts,
  type FixableCounts,
  type FixedFile,
  type FixedRuleCount,
  type FixResult,
  type Unfixed,
  withMark,
} from './fix-result.ts'
import { listTodos, type Todo } from './write-fixes.ts'

interface Done {
  readonly writes: boolean
  /** Other rules than the chosen ones are left as they are. */
  readonly choosesRules: boolean
}

const mostRules = 20
const mostReasons = 10
const mostTodos = 20
const longestTodo = 60

export function summaryText(result: FixResult, did: Done): string {
  const { files, fixed, unfixed } = result
  const todos = listTodos(files)
  const lines = [
    ...rows(fixed),
    ...unfixed.slice(0, mostReasons).map((each) => `not fixed: ${unfixedText(each)}`),
    ...(unfixed.length > mostReasons
      ? [`and ${grouped(unfixed.length - mostReasons)} more that cannot be fixed here`]
      : []),
    ...todoLines(todos),
    `${doneText(result, did)}${todos.length === 0 ? '' : `, and ${did.writes ? 'left' : 'leave'} placeholders in ${plural(todos.length, 'line')}`}; ${leftText(result, did)}`,
  ]
  return lines.map((line) => `${oneLine(line)}\n`).join('')
}

function rows(counts: readonly FixedRuleCount[]): readonly string[] {
  const shown = counts.slice(0, mostRules).map(({ rule, count }) => `${rule}: ${grouped(count)}`)
  const more = counts.slice(mostRules)
  return more.length === 0
    ? shown
    : [...shown, `${plural(more.length, 'more rule')}: ${grouped(addUpRuleCounts(more))}`]
}

export function unfixedText({ rule, file, line, reason }: Unfixed): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${rule}: ${reason}`
}

function todoLines(todos: readonly Todo[]): readonly string[] {
  const more = todos.length - mostTodos
  return [
    ...todos
      .slice(0, mostTodos)
      .map(({ file, line, text }) => `to complete: ${file}:${line} ${excerpt(text, longestTodo)}`),
    ...(more > 0 ? [`and ${plural(more, 'more line')} to complete: search for gov-fix`] : []),
    ...(todos.length > 0 ? ['gov check fails until they are completed (gov:placeholder)'] : []),
  ]
}

function doneText({ files, fixed, declined, unfixed }: FixResult, { writes }: Done): string {
  const notMade = declined === 0 ? '' : `, ${plural(declined, 'fix', 'fixes')} not made`
  if (files.length === 0 && declined > 0) return `nothing fixed${notMade}`
  if (files.length === 0 && unfixed.length > 0)
    return `${plural(unfixed.length, 'fix', 'fixes')} refused, nothing else to fix`
  if (files.length === 0) return 'nothing to fix'
  const what = `${plural(addUpRuleCounts(fixed), 'issue')} of ${plural(fixed.length, 'rule')}`
  return `${writes ? 'fixed' : 'would fix'} ${what} in ${plural(files.length, 'file')}${notMade}`
}

function leftText({ remaining, fixable }: FixResult, { choosesRules }: Done): string {
  const left = addUpRuleCounts(remaining)
  if (left === 0) return 'no issue left'
  const more = fixableText(left, fixable, { unsafe: '--unsafe', placeholder: '--placeholders' })
  return `${plural(left, 'issue')} left${choosesRules ? ' of all rules' : ''}${more}`
}

/** How many of the issues that are left each flag or argument would fix. */
export function fixableText(
  left: number,
  fixable: FixableCounts,
  names: Readonly<Record<keyof FixableCounts, string>>,
): string {
  const { unsafe, placeholder } = fixable
  if (unsafe + placeholder === 0) return ''
  if (unsafe === left || placeholder === left)
    return `, ${left === 1 ? '' : 'all '}fixable with ${unsafe > 0 ? names.unsafe : names.placeholder}`
  const first = unsafe > 0 ? `, ${grouped(unsafe)} of them fixable with ${names.unsafe}` : ''
  if (placeholder === 0) return first
  return `${first}, ${grouped(placeholder)} ${first === '' ? 'of them fixable ' : ''}with ${names.placeholder}`
}

/** The summary for programs, as `docs/fixing.md` describes it. */
export function fixJson(
  { files, fixed, remaining, fixable, declined, unfixed }: FixResult,
  { writes, showsDiff }: Pick<Done, 'writes'> & { readonly showsDiff: boolean },
  cwd: string,
): object {
  return {
    version: 1,
    written: writes,
    files: files.map((file) => ({
      file: file.file,
      edits: file.edits.length,
      ...(showsDiff && { diff: renderPatch([file], cwd) }),
    })),
    fixed: fixed.map(toJson),
    not_fixed: unfixed.map(({ rule, file, line, reason }) => ({ rule_id: rule, file, line, reason })),
    not_made: declined,
    to_complete: listTodos(files),
    remaining: remaining.map(toJson),
    fixable_with: { unsafe: fixable.unsafe, placeholders: fixable.placeholder },
  }
}

function toJson({ rule, count }: FixResult['fixed'][number]): object {
  return { rule_id: rule, count }
}

/** GitHub takes no more comments in one review without cutting. */
const mostComments = 100

/**
 * The fixes as a review for GitHub's API (`POST /repos/{owner}/{repo}/pulls/{number}/reviews`): a suggestion per
 * stretch of lines, which a person applies with a click. `root` is the folder of the repository.
 */
export function suggestionsText(files: readonly FixedFile[], cwd: string, root: string): string {
  const comments = files.flatMap((file) => createComments(file, cwd, root))
  const left = comments.length - mostComments
  const body =
    left > 0 ? `gov fix: ${mostComments} suggestions, and ${left} more that are left out` : 'gov fix'
  return `${escapeActive(JSON.stringify({ event: 'COMMENT', body, comments: comments.slice(0, mostComments) }, null, 2))}\n`
}

function createComments(fixed: FixedFile, cwd: string, root: string): readonly object[] {
  const { before, edits } = withMark(fixed)
  const path = relative(root, resolve(cwd, fixed.file)).split(sep).join('/')
  const lines = before.split('\n')
  return listLineChanges(before, edits).map(({ start, end, text }) => {
    // A review cannot add between lines: a line beside it is replaced by itself and what is new.
    const isAdded = start === end
    const from = isAdded ? Math.max(0, start - 1) : start
    const to = isAdded ? Math.max(1, start) : end
    const kept = isAdded ? `${lines[from] ?? ''}\n` : ''
    const content = isAdded && start === 0 ? text + kept : kept + text
    const place = to - from > 1 ? { start_line: from + 1, start_side: 'RIGHT' } : {}
    return { path, ...place, line: to, side: 'RIGHT', body: suggestion(content) }
  })
}

/** Within a fence that is longer than any in it. */
function suggestion(content: string): string {
  const fence = chooseFence(content)
  const text = content.replaceAll('\r', '')
  return `${fence}suggestion\n${text === '' || text.endsWith('\n') ? text : `${text}\n`}${fence}`
}

/** One patch for all files, to be applied in `folder`. */
export function renderPatch(files: readonly FixedFile[], cwd: string, folder = cwd): string {
  return files
    .map((file) => {
      const { before, edits } = withMark(file)
      const name = relative(folder, resolve(cwd, file.file))
      return unifiedDiff(name.split(sep).join('/'), before, edits)
    })
    .join('')
}

/** The folder to which names in a patch are relative. git refuses `..`: for a file above `cwd` it is the repository. */
export async function patchFolder(files: readonly FixedFile[], cwd: string): Promise<string> {
  const contains = (folder: string) =>
    files.every(({ file }) => relative(folder, resolve(cwd, file)).split(sep)[0] !== '..')
  const root = contains(cwd) ? undefined : await findRepository(cwd)
  return root !== undefined && contains(root) ? root : cwd
}

/** Neutralizes escapes and CI commands in a patch that is shown to people. */
export function printable(diff: string, color: boolean): string {
  const lines = diff.split('\n').map((line) => {
    const ending = line.endsWith('\r') ? '\r' : ''
    const text = line
      .slice(0, line.length - ending.length)
      .split('\t')
      .map(sanitize)
      .join('\t')
    const safe = withoutLineCommands(text)
    return (color ? colored(safe) : safe) + ending
  })
  return lines.join('\n')
}

const colors: Readonly<Record<string, string>> = { '+': '32', '-': '31', '@': '36' }

function colored(line: string): string {
  const code = /^(?:---|\+\+\+) /.test(line) ? '1' : colors[line.charAt(0)]
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`
}

/** Exact in a file or a pipe. A terminal or CI log gets a neutralised patch, with a note if that differs. */
export async function writeDiff(
  files: readonly FixedFile[],
  { io, env, cwd, observe }: Context,
): Promise<void> {
  const { stdout, color } = io
  const folder = await patchFolder(files, cwd)
  if (folder !== cwd) observe.note(`the diff is to be applied in ${folder}: a file is above this folder`)
  const patch = renderPatch(files, cwd, folder)
  const isRead = stdout.isTTY || color.stdout || isEnabled(env.CI) || findCiName('auto', env) !== undefined
  if (stdout.isFile || !isRead) return stdout.write(patch)
  const shown = printable(patch, false)
  await stdout.write(color.stdout ? printable(patch, true) : shown)
  if (shown !== patch) observe.note(altered)
}

const altered =
  'the diff is not exact: what a terminal or a log would act on is neutralised. Write it to a file to apply it: gov fix --diff > fix.patch'
