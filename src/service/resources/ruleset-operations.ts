import { z } from 'zod'
import { rulesetDetail, rulesetsPage } from '../../contract/rulesets.ts'
import { pathParameter, queryParameter, userRefusals } from '../http/operation-parts.ts'
import { pageParameter } from '../http/pages.ts'
import type { Operation } from '../http/route.ts'

const tag = 'Rulesets'
const refusals = { ...userRefusals, 403: "Governance is off, or the user's permissions do not allow it." }
const sorts = ['name', '-name', 'date_created', '-date_created', 'last_updated', '-last_updated'] as const

export const listOperation: Operation = {
  id: 'listRulesets',
  tag,
  summary: 'List the rulesets',
  description: 'The rulesets of the organisation, a page at a time; templates only when they are asked for.',
  credential: 'user',
  parameters: [
    pageParameter,
    queryParameter('q', 'A part of the name, in any case.'),
    queryParameter('categories', 'One category that the ruleset has.'),
    queryParameter('resource_type', 'What the ruleset applies to.', () => z.enum(['oas-api', 'mcp-api'])),
    queryParameter('active', 'Only active or only inactive rulesets.', () => z.boolean()),
    queryParameter('is_template', 'Only templates.', () => z.boolean()),
    queryParameter('sort', 'The order; with a hyphen in front it is turned round.', () => z.enum(sorts)),
  ],
  answer: { description: 'One page of rulesets.', schema: rulesetsPage },
  refusals: { ...refusals, 400: 'p is not a number, or a flag is neither true nor false.' },
}

export const getOperation: Operation = {
  id: 'getRuleset',
  tag,
  summary: 'Read one ruleset',
  description: 'The ruleset with its definition and the rules that apply, taken from what it extends, too.',
  credential: 'user',
  parameters: [pathParameter('id', 'The stable or the internal id of the ruleset.')],
  answer: { description: 'The ruleset.', schema: rulesetDetail },
  refusals: { ...refusals, 404: 'The organisation has no such ruleset.' },
}
