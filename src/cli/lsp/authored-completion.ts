import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver'
import { type ConfigNames, completeConfig } from '../../run/editor/config-help.ts'
import type { Proposal } from '../../run/editor/proposal.ts'
import { completeRuleset } from '../../run/editor/ruleset-help.ts'
import { namesOf } from '../../run/known-names.ts'
import { configFolder } from '../../settings/load/load-config.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import type { Feature } from './feature.ts'

/** Says how rulesets and configs may go on. */
export const authoredCompletion: Feature = {
  capabilities: () => ({
    completionProvider: { triggerCharacters: [':', ' ', '"', "'", '#', '/', '[', ',', '{', '-'] },
  }),
  register: (connection, session) => {
    connection.onCompletion(async ({ textDocument, position }) => {
      const path = session.pathOf(textDocument.uri)
      const file = path === undefined ? undefined : await openAuthored(path, session)
      if (file === undefined) return null
      const proposals = await proposalsAt(file, file.document.offsetAt(position))
      return proposals.map((proposal, index) => itemOf(proposal, index, file))
    })
  },
}

function proposalsAt(file: AuthoredFile, offset: number): Promise<readonly Proposal[]> {
  const { kind, text, notation, name, finder, world } = file
  if (kind === 'config') return completeConfig(text, offset, notation, namesIn(file))
  return completeRuleset(text, offset, notation, (read) => finder.namesFor(name, read, world.sources))
}

function namesIn({ path, world }: AuthoredFile): ConfigNames {
  return {
    named: (noun) => namesOf(noun, ['--config', path], world).catch(() => []),
    files: (start) => filesFrom(configFolder(path), start),
    today: world.now().toISOString().slice(0, 10),
  }
}

const mostFiles = 200

/** What is in the folder that `start` has reached. */
async function filesFrom(folder: string, start: string): Promise<readonly string[]> {
  const reached = start.includes('/') ? `${dirname(`${start}.`)}/` : ''
  const entries = await readdir(join(folder, reached), { withFileTypes: true }).catch(() => [])
  return entries
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .slice(0, mostFiles)
    .map((entry) => `${reached}${entry.name}${entry.isDirectory() ? '/' : ''}`)
}

const kinds: Readonly<Record<Proposal['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  function: CompletionItemKind.Function,
  rule: CompletionItemKind.Constant,
  file: CompletionItemKind.File,
}

function itemOf(
  { label, text, start, end, kind, documentation }: Proposal,
  index: number,
  { document, text: whole }: AuthoredFile,
): CompletionItem {
  const range = { start: document.positionAt(start), end: document.positionAt(end) }
  return {
    label,
    kind: kinds[kind],
    textEdit: { range, newText: text },
    // Editors compare it with what is typed, quotes included.
    filterText: /^["' ]/.test(text) || whole.slice(start, end).startsWith('#') ? text.trim() : label,
    sortText: String(index).padStart(5, '0'),
    ...(documentation !== undefined && { documentation: { kind: 'markdown', value: documentation } }),
  }
}
