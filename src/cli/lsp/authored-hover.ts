import type { Hover, Position, Range } from 'vscode-languageserver'
import { explainInConfig } from '../../run/editor/config-help.ts'
import { outlineOf } from '../../run/editor/cursor.ts'
import { explainInRuleset, type WordHelp } from '../../run/editor/ruleset-help.ts'
import { fileDrafts, type KnownRuleset } from '../../run/explain/explain-rulesets.ts'
import { findSettings } from '../../run/read-settings.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import { explanationMarkdown } from './explanation-markdown.ts'
import { givenText } from './given-hints.ts'
import type { Session } from './session.ts'

/** What the words of a ruleset or a config mean. */
export async function hoverInAuthored(
  path: string,
  at: Position,
  session: Session,
): Promise<Hover | undefined> {
  const file = await openAuthored(path, session)
  if (file === undefined) return undefined
  const offset = file.document.offsetAt(at)
  const found = file.kind === 'config' ? explainInConfig(file.text, offset) : await inRuleset(file, offset)
  if (found === undefined) return undefined
  const texts = [
    found.markdown,
    await ofRule(found, file, session),
    await givenText(found.given, file, session),
  ]
  const value = texts.filter((text) => text !== undefined).join('\n\n')
  return value === '' ? undefined : { contents: { kind: 'markdown', value }, range: rangeOf(found, file) }
}

function inRuleset(
  { text, name, finder, world }: AuthoredFile,
  offset: number,
): Promise<WordHelp | undefined> {
  return explainInRuleset(text, offset, (read) => finder.namesFor(name, read, world.sources))
}

async function ofRule({ rule }: WordHelp, file: AuthoredFile, session: Session): Promise<string | undefined> {
  if (rule === undefined) return undefined
  const { finder, world } = file
  const known = await rulesetsOf(file, session).catch(() => [])
  const explanation = await finder.explain(rule, known, world.sources).catch(() => undefined)
  return explanation && explanationMarkdown(explanation)
}

/** The rulesets whose rules a file speaks of. */
async function rulesetsOf(
  { kind, name, text, finder, world }: AuthoredFile,
  session: Session,
): Promise<readonly KnownRuleset[]> {
  if (kind === 'ruleset') {
    const { inherited } = await finder.namesFor(name, outlineOf(text).read, world.sources)
    return inherited ? [{ name, from: 'file', drafts: inherited }] : []
  }
  const request = session.requestFor([])
  const { settings } = await findSettings(request, world)
  return fileDrafts(settings.ruleset_files?.value ?? [], world.sources, request.trustPaths)
}

function rangeOf({ start, end }: WordHelp, { document }: AuthoredFile): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}
