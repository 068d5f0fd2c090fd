import type { DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { Severity } from '../../core/model/severity.ts'
import { htmlText } from '../../core/text/html-text.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { grouped, plural } from '../../core/text/wording.ts'
import { groupChanges, renderDiffMarkdown, renderVersion } from '../../reporters/changelog.ts'
import { pageHtml } from '../../reporters/html/page-html.ts'
import { isolated, proseHtml } from '../../reporters/markup-text.ts'
import { createPalette, type Paint } from '../../reporters/table/palette.ts'
import { foldLine } from '../../terminal/context.ts'
import { jsonView, linesView } from '../../terminal/views.ts'

interface DiffStyle {
  readonly color: boolean
  readonly width: number
  /** Only breaking changes are listed, so that others are not counted. */
  readonly isPartial: boolean
}

export const diffViews = {
  table: tableView,
  json: renderJson,
  markdown: (diff: DefinitionDiff) => renderDiffMarkdown(diff),
  html: htmlView,
} as const

export type DiffFormat = keyof typeof diffViews

/** A change for a client of the old version, and then by kind. */
const labels: Readonly<Record<DefinitionChange['kind'], string>> = {
  breaking: 'breaks',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  text: 'text',
}

const breakingWords: Readonly<Record<Severity, string>> = {
  error: 'breaks',
  warn: 'may break',
  info: 'may break',
  hint: 'may break',
}

/** `2 breaking changes, 1 that may break; 5 other changes, 3 texts`. */
function countsText({ changes }: DefinitionDiff, { isPartial }: Pick<DiffStyle, 'isPartial'>): string {
  const count = (test: (change: DefinitionChange) => boolean) => changes.filter(test).length
  const [breaks, mayBreak] = [
    count(({ severity }) => severity === 'error'),
    count(({ kind, severity }) => kind === 'breaking' && severity !== 'error'),
  ]
  const texts = count(({ kind }) => kind === 'text')
  const others = changes.length - breaks - mayBreak - texts
  return [
    plural(breaks, 'breaking change'),
    ...(mayBreak > 0 ? [`${grouped(mayBreak)} that may break`] : []),
    ...(isPartial ? [] : [plural(others, 'other change')]),
    ...(texts > 0 ? [plural(texts, 'text')] : []),
  ].join(', ')
}

function tableView(diff: DefinitionDiff, style: DiffStyle): string {
  const { color, width } = style
  const palette = createPalette(color)
  const groups = groupChanges(diff).flatMap(({ name, changes }) => [
    palette.title(oneLine(name)),
    ...changes.flatMap((change) => changeLines(change, width, palette.quiet, choosePaint(change, palette))),
    '',
  ])
  return linesView([...groups, countsText(diff, style), renderVersion(diff)])
}

function choosePaint(
  { kind, severity = 'error' }: DefinitionChange,
  palette: ReturnType<typeof createPalette>,
): Paint {
  return kind === 'breaking' ? palette.severity[severity] : palette.quiet
}

function changeLines(change: DefinitionChange, width: number, quiet: Paint, paint: Paint): string[] {
  const label = chooseLabel(change).padEnd(9)
  const [first = '', ...rest] = foldLine(`  ${label}  `, oneLine(change.message), width)
  const place = `${change.file}:${change.line}:${change.column}${change.rule === undefined ? '' : `  ${change.rule}`}`
  const more = change.kind === 'breaking' ? foldLine(' '.repeat(13), oneLine(place), width).map(quiet) : []
  return [first.replace(label, paint(label)), ...rest, ...more]
}

function chooseLabel({ kind, severity = 'error' }: DefinitionChange): string {
  return kind === 'breaking' ? breakingWords[severity] : labels[kind]
}

function renderJson(diff: DefinitionDiff): string {
  return jsonView({
    version: 1,
    old: diff.old,
    new: diff.new,
    info_version: diff.infoVersion,
    changes: diff.changes,
  })
}

function htmlView(diff: DefinitionDiff, style: DiffStyle): string {
  const groups = groupChanges(diff).map(({ name, changes }) => {
    const items = changes.map(
      (change) =>
        `<li class="${change.kind}"><strong>${chooseLabel(change)}</strong> ${proseHtml(change.message)}${
          change.kind === 'breaking'
            ? ` <span class="quiet">${isolated(`${change.file}:${change.line}:${change.column}`)} ${htmlText(change.rule ?? '')}</span>`
            : ''
        }${listOperations(change)}</li>`,
    )
    return `<section><h2>${isolated(name)}</h2><ul>${items.join('\n')}</ul></section>`
  })
  return pageHtml({
    title: 'Changes of an API',
    heading: `${diff.old} → ${diff.new}`,
    body: `<p>${htmlText(countsText(diff, style))}.</p><p>${isolated(renderVersion(diff))}.</p>\n${groups.join('\n')}`,
    style: 'li.breaking strong { color: var(--error) } li { margin: .2rem 0 }',
  })
}

/** More of them than a message names. */
function listOperations({ operations = [] }: DefinitionChange): string {
  if (operations.length <= 3) return ''
  const items = operations.map((operation) => `<li>${isolated(operation)}</li>`)
  return `<details><summary>${plural(operations.length, 'operation')}</summary><ul>${items.join('')}</ul></details>`
}
