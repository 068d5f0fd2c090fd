import { failureOf } from '../../run/failed-report.ts'
import { sanitize } from '../../text/sanitize.ts'

/** What a tool answers. */
export interface Answer {
  /** gov's own words and numbers: nothing here comes from a document, a ruleset or a dashboard. */
  readonly facts: readonly (readonly [name: string, value: string | number])[]
  /** Everything else, safe to print. */
  readonly lines: readonly string[]
  readonly isError?: boolean
}

/** The error of a run that cannot go on, as the command line says it. */
export function errorAnswer(error: unknown): Answer {
  const { code, exit_code, message, hint } = failureOf(error)
  return {
    facts: [
      ['error', code],
      ['exit_code', exit_code],
    ],
    lines: [...labelled('error: ', message), ...labelled('hint: ', hint)],
    isError: true,
  }
}

/** A line for each line of the text, which may be anyone's. What goes on below a label is set in. */
export function labelled(label: string, text: string): readonly string[] {
  if (text === '') return []
  return sanitize(text)
    .split('\n')
    .map((line, index) => (index === 0 || label === '' ? label : '  ') + line)
}
