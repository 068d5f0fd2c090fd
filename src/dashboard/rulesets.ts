import { type RulesetDetail, type RulesetsPage, rulesetDetail, rulesetsPage } from '../contract/rulesets.ts'
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
      return readPages((page) => ask(pageQuestion(queryOf({ ...filter, sort: 'name', p: page }))), {
        what: 'the list of rulesets',
        countOf: ({ pages }) => pages,
        idsOf: ({ rulesets }) => rulesets?.map(({ ruleset_id }) => ruleset_id) ?? [],
      })
    },
  }
}

function pageQuestion(query: string) {
  const names = { what: 'a page of rulesets', operation: 'the list of rulesets' }
  return { method: 'GET', path: `/api/rulesets${query}`, schema: rulesetsPage, hints, ...names } as const
}
