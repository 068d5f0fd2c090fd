import type { DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { groupChanges, renderDiffMarkdown, renderVersion } from '../../reporters/changelog.ts'
import { createPalette, type Paint } from '../../reporters/table/palette.ts'
import { foldLine } from '../../terminal/context.ts'
import { jsonView, linesView } from '../../terminal/views.ts'
import { renderDiffPage } from './page.ts'
import { chooseLabel, renderCounts } from './words.ts'

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
  html: (diff: DefinitionDiff, { isPartial }: DiffStyle) => renderDiffPage(diff, isPartial),
} as const

export type DiffFormat = keyof typeof diffViews

function tableView(diff: DefinitionDiff, style: DiffStyle): string {
  const { color, width } = style
  const palette = createPalette(color)
  const groups = groupChanges(diff).flatMap(({ name, changes }) => [
    palette.title(oneLine(name)),
    ...changes.flatMap((change) => changeLines(change, width, palette.quiet, choosePaint(change, palette))),
    '',
  ])
  return linesView([...groups, renderCounts(diff, style.isPartial), renderVersion(diff)])
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

function renderJson(diff: DefinitionDiff): string {
  return jsonView({
    version: 1,
    old: diff.old,
    new: diff.new,
    info_version: diff.infoVersion,
    changes: diff.changes,
  })
}
