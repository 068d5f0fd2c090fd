import { z } from 'zod'
import type { Access } from '../../../check/connect/dashboard.ts'
import { openService } from '../../../check/connect/open-service.ts'
import type { DashboardClient } from '../../../dashboard/client.ts'
import { choiceSchema, filledText } from '../../../settings/kinds.ts'
import type { LookupField } from '../../../terminal/lookup/field.ts'
import { apiFields, rulesetFields, userFields } from '../../dashboard/index.ts'
import type { ToolAnswer } from '../answer.ts'
import { type ToolCall, tool } from '../tool.ts'

const kinds = ['apis', 'rulesets', 'users'] as const

const schema = () =>
  z.strictObject({
    kind: choiceSchema(kinds).describe('What to look up.'),
    id: filledText().optional().describe('Only the one with this id.'),
    query: filledText().optional().describe('Only those with this text in their names (apis, rulesets).'),
    category: filledText().optional().describe('Only those in this category (apis, rulesets).'),
  })

type LookUpArgs = z.infer<ReturnType<typeof schema>>

const mostItems = 1000

export const lookUpTool = tool<LookUpArgs>({
  name: 'look_up',
  title: 'Look up on the dashboard',
  description:
    'Looks up saved APIs, rulesets or users of the dashboard, one JSON object per line. Shows no credentials.',
  input: { schema, hint: `Pass kind: ${kinds.join(', ')}.` },
  output: () => ({ found: z.int().or(z.string()), items: z.array(z.looseObject({})) }),
  run: async (args, call) => {
    const access = args.kind === 'users' && args.id !== undefined ? 'admin' : 'user'
    return withClient(access, call, (client) => answers[args.kind](client, args))
  },
})

const answers: Readonly<
  Record<LookUpArgs['kind'], (client: DashboardClient, args: LookUpArgs) => Promise<ToolAnswer>>
> = {
  apis: async (client, { id, query, category }) =>
    id === undefined
      ? listed(
          client.listApis({ query, categories: category === undefined ? [] : [category] }),
          'apis',
          apiFields,
        )
      : one(await client.getApi(id), apiFields),
  rulesets: async (client, { id, query, category }) => {
    if (id === undefined) return listed(client.listRulesets({ query, category }), 'rulesets', rulesetFields)
    const ruleset = await client.getRuleset(id)
    const rules = ruleset.applied_rules ?? []
    return listItems(1, [
      toItem(ruleset, rulesetFields),
      ...rules.map(({ id: rule_id, severity }) => ({ rule_id, severity })),
    ])
  },
  users: async (client, { id }) =>
    id === undefined
      ? listed(client.listUsers(), 'users', userFields)
      : one(await client.getUser(id), userFields),
}

async function withClient(
  access: Access,
  { requestFor, world }: ToolCall,
  work: (client: DashboardClient) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const { client, close } = await openService(access, requestFor(), world)
  return work(client).finally(close)
}

function one<Item>(item: Item, fields: readonly LookupField<Item>[]): ToolAnswer {
  return listItems(1, [toItem(item, fields)])
}

/** Pages are asked for until there is enough. */
async function listed<Key extends string, Item>(
  pages: AsyncIterable<{ readonly [Name in Key]: readonly Item[] | null }>,
  key: Key,
  fields: readonly LookupField<Item>[],
): Promise<ToolAnswer> {
  const found: object[] = []
  for await (const { [key]: items } of pages) {
    for (const item of items ?? []) found.push(toItem(item, fields))
    if (found.length > mostItems) break
  }
  const isCut = found.length > mostItems
  const words = `more than ${mostItems}; the first ${mostItems} are listed, narrow with query`
  return listItems(isCut ? words : found.length, found.slice(0, mostItems))
}

function listItems(found: number | string, items: readonly object[]): ToolAnswer {
  return { facts: [['found', found]], lines: [], list: { name: 'items', items } }
}

function toItem<Item>(item: Item, fields: readonly LookupField<Item>[]): object {
  return Object.fromEntries(fields.map(({ name, read }) => [name, read(item)]))
}
