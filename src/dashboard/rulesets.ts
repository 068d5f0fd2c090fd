import {
  type RulesetDetail,
  type RulesetRequest,
  type RulesetsPage,
  rulesetCreated,
  rulesetDeleted,
  rulesetDetail,
  rulesetsPage,
  type SavedRuleset,
  savedRuleset,
} from '../contract/rulesets.ts'
import { type Ask, pathPart, queryOf } from './ask.ts'
import { readPages } from './pages.ts'

export interface RulesetFilter {
  /** A part of the name. */
  readonly query?: string | undefined
  readonly category?: string | undefined
  /** The templates, and nothing else. */
  readonly templates?: boolean | undefined
}

export interface RulesetMethods {
  /** `GET /api/rulesets/{id}`. */
  getRuleset(id: string): Promise<RulesetDetail>
  /** `GET /api/rulesets`: every page, in order. */
  listRulesets(filter?: RulesetFilter): AsyncIterable<RulesetsPage>
  /** `POST /api/rulesets`. Gives the internal id. */
  createRuleset(ruleset: RulesetRequest): Promise<string>
  /** `PUT /api/rulesets/{id}`: the whole ruleset, which takes the place of the old one. */
  updateRuleset(id: string, ruleset: RulesetRequest): Promise<SavedRuleset>
  /** `DELETE /api/rulesets/{id}`. The dashboard keeps a deleted ruleset and its ids. */
  deleteRuleset(id: string): Promise<void>
}

const hints = {
  403: 'The user needs the permission to read rulesets (governance: read). The licence must include governance.',
}

export function rulesetMethods(ask: Ask): RulesetMethods {
  return {
    getRuleset: async (id) =>
      ask({
        method: 'GET',
        path: `/api/rulesets/${pathPart(id, 'the id of a ruleset')}`,
        schema: rulesetDetail,
        what: 'a ruleset',
        operation: 'the ruleset lookup',
        subject: `the ruleset ${id}`,
        hints: {
          ...hints,
          404: "Use a ruleset in the credential's organisation; gov ruleset list shows them.",
        },
      }),
    listRulesets: ({ query, category, templates } = {}) => {
      const filter = { q: query, categories: category, is_template: templates ? 'true' : undefined }
      return readPages(
        ask,
        (page) => pageQuestion(queryOf({ ...filter, sort: 'name', p: page })),
        ({ rulesets }) => rulesets?.map(({ ruleset_id }) => ruleset_id),
      )
    },
    ...rulesetChanges(ask),
  }
}

const changeHints = {
  400: 'Fix the ruleset as the message says. Categories must be those of APIs: gov api categories lists them.',
  403: 'The user needs the permission to write rulesets (governance: write). The licence must include governance.',
  404: 'It may have been deleted; gov ruleset list shows what is there.',
  409: 'Each ruleset needs a name and an id of its own; a deleted ruleset keeps its id.',
}

function rulesetChanges(ask: Ask): Pick<RulesetMethods, 'createRuleset' | 'updateRuleset' | 'deleteRuleset'> {
  const about = (id: string) => ({
    path: `/api/rulesets/${pathPart(id, 'the id of a ruleset')}`,
    operation: 'the change of rulesets',
    subject: `the ruleset ${id}`,
    hints: changeHints,
  })
  return {
    createRuleset: async (body) => {
      const asked = { method: 'POST', path: '/api/rulesets', body, schema: rulesetCreated } as const
      const names = { what: 'a new ruleset', operation: 'the creation of rulesets' }
      return (await ask({ ...asked, ...names, hints: changeHints })).Meta
    },
    updateRuleset: async (id, body) =>
      ask({ ...about(id), method: 'PUT', body, schema: savedRuleset, what: 'a ruleset' }),
    deleteRuleset: async (id) => {
      await ask({ ...about(id), method: 'DELETE', schema: rulesetDeleted, what: 'the end of a ruleset' })
    },
  }
}

function pageQuestion(query: string) {
  const names = { what: 'a page of rulesets', operation: 'the list of rulesets' }
  return { method: 'GET', path: `/api/rulesets${query}`, schema: rulesetsPage, hints, ...names } as const
}
