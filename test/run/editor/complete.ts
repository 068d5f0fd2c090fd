import type { Proposal } from '../../../src/run/editor/proposal.ts'
import { completeRuleset, explainInRuleset } from '../../../src/run/editor/ruleset-help.ts'
import { createNameFinder } from '../../../src/run/editor/ruleset-names.ts'
import { createSources } from '../../../src/run/sources.ts'

const finder = createNameFinder()

/** A text with `|` at the place. */
export function placed(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('|')
  if (offset === -1) throw new Error('no place is marked')
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset }
}

export async function inRuleset(
  marked: string,
  folder = '.',
  name = 'rules.yaml',
): Promise<readonly Proposal[]> {
  const { text, offset } = placed(marked)
  const notation = name.endsWith('.json') ? 'json' : 'yaml'
  return completeRuleset(text, offset, notation, (read) => finder.namesFor(name, read, createSources(folder)))
}

export async function explained(marked: string, folder = '.') {
  const { text, offset } = placed(marked)
  return explainInRuleset(text, offset, (read) => finder.namesFor('rules.yaml', read, createSources(folder)))
}

/** The text after one proposal has been taken. */
export function taken(marked: string, proposals: readonly Proposal[], label: string): string {
  const found = proposals.find((each) => each.label === label)
  if (found === undefined)
    throw new Error(`${label} is not among ${proposals.map((each) => each.label).join(', ')}`)
  const { text } = placed(marked)
  return text.slice(0, found.start) + found.text + text.slice(found.end)
}
