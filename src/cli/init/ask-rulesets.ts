import { usageError } from '../../model/errors.ts'
import type { DashboardFacts } from '../../run/init/dashboard-facts.ts'
import type { Surroundings } from '../../run/init/look-around.ts'
import { type RulesetChoice, starterFile } from '../../run/init/setup.ts'
import { openRulesetFiles } from '../../run/rulesets/ruleset-files.ts'
import type { Context } from '../terminal/context.ts'
import type { Conversation } from './conversation.ts'
import { idsOf, numbered } from './numbered.ts'

/** Which rulesets of the dashboard to check with. */
export async function askRulesets(talk: Conversation, facts: DashboardFacts): Promise<RulesetChoice> {
  const { rulesets, categories } = facts
  if (rulesets.length > 0) await talk.say(`\nRulesets:\n${numbered(rulesets)}`)
  if (categories.length > 0) await talk.say(`Categories: ${categories.join(', ')}\n`)
  await talk.say('Enter rulesets, or "category" and category names.\n')
  return talk.ask('Which rulesets?', (answer) => {
    const [first = '', ...rest] = answer.split(/[\s,]+/).filter((word) => word !== '')
    const isCategory = /^categor(?:y|ies):?$/i.test(first)
    const named = isCategory ? rest : idsOf(answer, rulesets)
    if (named.length > 0) return isCategory ? { categories: [...new Set(named)] } : { ruleset_ids: named }
    throw usageError(
      'answer-missing',
      'no ruleset given',
      'Answer with numbers, ids, or "category payments".',
    )
  })
}

/** Which local ruleset to check with. */
export async function askFile(
  talk: Conversation,
  { rulesetFile }: Surroundings,
  context: Context,
): Promise<RulesetChoice> {
  const fallback = rulesetFile ?? starterFile
  const made = rulesetFile === undefined ? 'will be created as a start' : 'is here'
  await talk.say(`\nRules in Spectral's format; ${fallback} ${made}.\n`)
  return talk.ask(`Ruleset file [${fallback}]:`, async (answer) => {
    const file = answer === '' ? fallback : answer
    if (file !== starterFile || rulesetFile === starterFile) await openRulesetFiles([file], context.sources)
    return { ruleset_files: [file] }
  })
}
