import type { Changelog, DefinitionChange, DefinitionDiff } from '../core/model/definition-diff.ts'
import { groupBy } from '../core/text/group-by.ts'
import { oneLine } from '../core/text/sanitize.ts'
import { plural } from '../core/text/wording.ts'
import { markdownText, markdownWithCode } from './markup-text.ts'

const kinds: readonly DefinitionChange['kind'][] = ['breaking', 'removed', 'changed', 'added']

/** Those with breaking changes come first. Texts of documentation are in none: they are only counted. */
export function groupChanges({ changes }: DefinitionDiff) {
  const listed = changes.filter(({ kind }) => kind !== 'text')
  return [...groupBy(listed, ({ group }) => group)].map(([name, all]) => ({
    name,
    changes: all.toSorted((first, second) => kinds.indexOf(first.kind) - kinds.indexOf(second.kind)),
  }))
}

/** `version 1.4.0 -> 1.5.0, but the changes ask for 2.0.0`. */
export function renderVersion(
  { infoVersion: { from, to, wanted, is_enough: isEnough, bump } }: DefinitionDiff,
  arrow = '->',
): string {
  const [old, next] = [from ?? 'none', to ?? 'none'].map(oneLine)
  if (wanted === undefined) return `info.version ${old} ${arrow} ${next}: not a semantic version`
  const kind = bump === 'none' ? 'no change' : `a ${bump} change`
  if (isEnough) return `info.version ${old} ${arrow} ${next}: enough for ${kind}`
  return `info.version ${old} ${arrow} ${next}, but ${kind} asks for ${wanted}`
}

/** The changes of one definition as a release note; `name` heads it where there are several, and else its title. */
export function renderDiffMarkdown(diff: DefinitionDiff, name = diff.title): string {
  const all = groupChanges(diff)
  const section = (title: string, isListed: (change: DefinitionChange) => boolean) => {
    const lines = all.flatMap(({ name, changes }) =>
      changes
        .filter(isListed)
        .map(({ message }) => `- **${markdownText(name)}**: ${markdownWithCode(oneLine(message))}`),
    )
    return lines.length === 0 ? [] : [`### ${title}`, '', ...lines, '']
  }
  const texts = diff.changes.filter(({ kind }) => kind === 'text').length
  const { from = 'none', to = 'none' } = diff.infoVersion
  const versions = from === to ? to : `${from} → ${to}`
  return [
    `## ${markdownText(name === undefined ? versions : `${name} ${versions}`)}`,
    '',
    ...section('Breaking changes', ({ severity }) => severity === 'error'),
    ...section('May break clients', ({ kind, severity }) => kind === 'breaking' && severity !== 'error'),
    ...section('Added', ({ kind }) => kind === 'added'),
    ...section('Changed', ({ kind }) => kind === 'changed'),
    ...section('Removed', ({ kind }) => kind === 'removed'),
    ...(texts === 0 ? [] : [`${plural(texts, 'text')} of the documentation changed.`, '']),
    `${markdownText(renderVersion(diff, '→'))}.`,
    '',
  ].join('\n')
}

/** The changes of all definitions of a run; for one definition the text is that of `gov diff`. */
export function renderChangelog({ since, diffs, added, removed, unknown }: Changelog): string {
  const notes = [
    ...removed.map((file) => note(file, 'The definition was removed.')),
    ...unknown.map(({ file, fault }) => note(file, `What changed is not known: ${markdownText(fault)}.`)),
    ...added.map((file) => note(file, 'The definition is new.')),
  ]
  if (diffs.length + notes.length === 0) return `No definition changed since ${markdownText(since)}.\n`
  const isAlone = diffs.length + notes.length === 1
  return [...diffs.map((diff) => renderDiffMarkdown(diff, isAlone ? undefined : diff.new)), ...notes].join(
    '\n',
  )
}

function note(file: string, text: string): string {
  return `## ${markdownText(file)}\n\n${text}\n`
}
