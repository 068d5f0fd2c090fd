import type { Issue } from '../model/issue.ts'
import type { Severity } from '../model/severity.ts'
import { filePlace } from './file-place.ts'
import { excerpt, plural } from './wording.ts'

export interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** How many issues it stands for. */
  readonly issues: number
}

const kinds: Record<Severity, Annotation['kind']> = {
  error: 'error',
  warn: 'warning',
  info: 'notice',
  hint: 'notice',
}

/** Issues of one rule in one file as one annotation, at the first of them. An API without a file is named in words. */
export function annotationOf(group: readonly Issue[]): Annotation {
  const [first] = group
  if (first === undefined) throw new Error('an annotation of no issue')
  const { file, line, column } = filePlace(first)
  const saved = first.file === undefined
  const api = saved ? `${first.api_id}: ` : ''
  const more = group.length > 1 ? ` (and ${plural(group.length - 1, 'more place')})` : ''
  const fix = first.how_to_fix ? `\nfix: ${excerpt(first.how_to_fix)}` : ''
  return {
    kind: kinds[first.severity],
    title: `${first.rule_id} (${first.ruleset_name || first.ruleset_id})`,
    message: `${api}${excerpt(first.message)}\nat ${excerpt(first.path) || '(root)'}${more}${fix}`,
    ...(saved ? {} : { file, line, column }),
    issues: group.length,
  }
}

/** The workflow command. What is foreign in it is cut at lengths that GitHub shows, and cannot end the command. */
export function annotationLine({ kind, title, message, file, line, column }: Annotation): string {
  const properties = { file, line, col: line === undefined ? undefined : column, title: excerpt(title, 200) }
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${escapeProperty(excerpt(String(value), 1000))}`)
  const text = message.split('\n').map((each) => excerpt(each, 1000))
  return `::${kind} ${written.join(',')}::${escapeData(text.join('\n'))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
