import { type Ask, pathPart, readPages, renderQuery, requireRecord } from './ask.ts'
import {
  type RulesetRequest,
  rulesetCreated,
  rulesetDeleted,
  rulesetDetail,
  rulesetsPage,
  savedRuleset,
} from './contract/rulesets.ts'

export interface RulesetFilter {
  /** A part of the name. */
  readonly query?: string | undefined
  readonly category?: string | undefined
  readonly templates?: boolean | undefined
}

const hints = {
  403: 'The user needs the permission to read rulesets (governance: read). The licence must include governance.',
}

/** Gets the tag of a ruleset that was looked up; a change of the ruleset changes it. Undefined: the dashboard has none. */
export type OnTag = (tag: string | undefined) => void

export type RulesetMethods = ReturnType<typeof rulesetMethods>

export function rulesetMethods(ask: Ask) {
  return {
    /** `GET /api/rulesets/{id}`. */
    getRuleset: async (id: string, onTag?: OnTag) => {
      const ruleset = await ask({
        onHeaders: (headers) => onTag?.(headers.get('etag') ?? undefined),
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
      })
      requireRecord(id, ruleset.ruleset_id, ruleset._id)
      return ruleset
    },
    /** `GET /api/rulesets`: every page, in order. */
    listRulesets: ({ query, category, templates }: RulesetFilter = {}) => {
      const filter = { q: query, categories: category, is_template: templates ? 'true' : undefined }
      const path = (page: number) => `/api/rulesets${renderQuery({ ...filter, sort: 'name', p: page })}`
      return readPages(ask, { noun: 'rulesets', path, schema: rulesetsPage, hints }, ({ rulesets }) =>
        rulesets?.map(({ ruleset_id }) => ruleset_id),
      )
    },
    ...rulesetChanges(ask),
  }
}

const changeHints = {
  400: 'Fix the ruleset as the message says. Categories must be those of APIs: gov api categories lists them.',
  403: 'The user needs the permission to write rulesets (governance: write). The licence must include governance.',
  404: 'It may have been deleted; gov ruleset list shows what is there.',
  412: 'Run the command again, and read the new plan.',
  409: 'Each ruleset needs a name and an id of its own; a deleted ruleset keeps its id.',
}

function rulesetChanges(ask: Ask) {
  /** With a `tag`, only what still has it is changed, where the dashboard knows of tags. */
  const createChangeRequest = (id: string, tag?: string) => ({
    headers: tag === undefined ? undefined : { 'if-match': tag },
    path: `/api/rulesets/${pathPart(id, 'the id of a ruleset')}`,
    operation: 'the change of rulesets',
    subject: `the ruleset ${id}`,
    hints: changeHints,
  })
  return {
    /** `POST /api/rulesets`. Gives the internal id. */
    createRuleset: async (body: RulesetRequest) => {
      const asked = { method: 'POST', path: '/api/rulesets', body, schema: rulesetCreated } as const
      const names = { what: 'a new ruleset', operation: 'the creation of rulesets' }
      return (await ask({ ...asked, ...names, hints: changeHints })).Meta
    },
    /** `PUT /api/rulesets/{id}`: the whole ruleset, which takes the place of the old one. */
    updateRuleset: async (id: string, body: RulesetRequest, tag?: string) =>
      ask({ ...createChangeRequest(id, tag), method: 'PUT', body, schema: savedRuleset, what: 'a ruleset' }),
    /** `DELETE /api/rulesets/{id}`. The dashboard keeps a deleted ruleset and its ids. */
    deleteRuleset: async (id: string, tag?: string) => {
      await ask({
        ...createChangeRequest(id, tag),
        method: 'DELETE',
        schema: rulesetDeleted,
        what: 'the end of a ruleset',
      })
    },
  }
}
