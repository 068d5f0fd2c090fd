import { GovError } from '../core/model/errors.ts'
import { toFailure } from '../core/model/failure.ts'
import { readStack } from '../core/model/file-fault.ts'
import { sanitize, withoutLineCommands } from '../core/text/sanitize.ts'
import { ProblemsError } from '../settings/problems.ts'
import { type Context, foldLine, lineWidth } from './context.ts'

/** An error as a run ends with it, and its exit code. On a terminal, lines are as long as it is wide; in a log whole. */
export function errorText(
  error: unknown,
  { env, io }: Context,
): { readonly text: string; readonly exitCode: number } {
  const width = lineWidth(io, 'stderr')
  const { message, hint, exit_code: exitCode } = toFailure(error)
  if (!(error instanceof GovError)) {
    const stack = env.GOV_DEBUG ? `${readStack(error)}\n` : ''
    return { text: renderError(message, hint, width) + sanitize(stack), exitCode }
  }
  const isMany = error instanceof ProblemsError
  return { text: isMany ? renderProblems(error, width) : renderError(message, hint, width), exitCode }
}

/** A hint stands below its problem, or below all if it is for all. */
function renderProblems({ message, hint, problems, more }: ProblemsError, width: number): string {
  if (new Set(problems.map((problem) => problem.hint)).size === 1) return renderError(message, hint, width)
  const each = problems.map((problem) => renderError(problem.message, problem.hint, width))
  return each.join('') + (more > 0 ? `and ${more} more\n` : '')
}

export function renderError(
  message: string,
  hint: string | undefined,
  width = Number.POSITIVE_INFINITY,
): string {
  const what = wrapText('error: ', message, width)
  return hint === undefined ? what : what + wrapText('  hint: ', hint, width)
}

/** Wrapped text is indented; a message's own line breaks are kept, so that each line can be a link. */
function wrapText(label: string, text: string, width: number): string {
  const [first = '', ...others] = sanitize(text).split('\n')
  const lines = [...foldLine(label, first, width), ...others.flatMap((line) => foldOwn(line, width))]
  return withoutLineCommands(`${lines.join('\n')}\n`)
}

function foldOwn(line: string, width: number): string[] {
  const text = line.trimStart()
  return foldLine(line.slice(0, line.length - text.length), text, width, 2)
}
