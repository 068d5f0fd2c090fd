import { ask, author, smallRules, studio } from './ask.ts'
import type { Attack } from './attack.ts'
import { studioAuthor } from './hostile-workspace.ts'
import type { AttackedService } from './service.ts'

type Act = (service: AttackedService, mine: string) => Promise<readonly string[]>

let count = 0

/** An organisation has a ruleset; what another one, with the same rights, can learn of it or do to it. */
function tenant(name: string, answer: RegExp, act: Act): Attack {
  return {
    name: `tenants: ${name}`,
    answer,
    send: async (service) => {
      const mine = `tenant-${++count}`
      await ask(`${service.url}/api/rulesets`, 'POST', {
        name: mine,
        ruleset_id: mine,
        definition: smallRules(),
      })
      return act(service, mine)
    },
  }
}

const unknown = /^404 Could not retrieve ruleset detail$/
const create = ({ url }: AttackedService, body: object) =>
  ask(`${url}/api/rulesets`, 'POST', { definition: smallRules(), ...body }, studioAuthor)
const findInternalId = async ({ url }: AttackedService, id: string) => {
  const answer = await fetch(`${url}/api/rulesets/${id}`, { headers: author })
  const { _id }: { _id: string } = JSON.parse(await answer.text())
  return _id
}

export const tenantAttacks: readonly Attack[] = [
  tenant('the same id and name', /^201 ruleset created$/, (service, mine) =>
    create(service, { name: mine, ruleset_id: mine }),
  ),
  tenant("another's internal id for an id", /^201 ruleset created$/, async (service, mine) =>
    create(service, { name: mine, ruleset_id: await findInternalId(service, mine) }),
  ),
  tenant('the id of one that was deleted', /^201 ruleset created$/, async (service, mine) => {
    await ask(`${service.url}/api/rulesets/${mine}`, 'DELETE')
    return create(service, { name: mine, ruleset_id: mine })
  }),
  tenant('a lookup', unknown, ({ url }, mine) =>
    ask(`${url}/api/rulesets/${mine}`, 'GET', undefined, studioAuthor),
  ),
  tenant('a lookup by the internal id', unknown, async (service, mine) =>
    ask(`${service.url}/api/rulesets/${await findInternalId(service, mine)}`, 'GET', undefined, studioAuthor),
  ),
  tenant('a change', unknown, ({ url }, mine) =>
    ask(`${url}/api/rulesets/${mine}`, 'PUT', { name: 'x', definition: smallRules() }, studioAuthor),
  ),
  tenant('a change with a tag that matches', unknown, async ({ url }, mine) => {
    const known = await fetch(`${url}/api/rulesets/${mine}`, { headers: author })
    const match = { ...studioAuthor, 'if-match': known.headers.get('etag') ?? '' }
    return ask(`${url}/api/rulesets/${mine}`, 'PUT', { name: 'x', definition: smallRules() }, match)
  }),
  tenant('a deletion', unknown, ({ url }, mine) =>
    ask(`${url}/api/rulesets/${mine}`, 'DELETE', undefined, { ...studioAuthor, 'if-match': '*' }),
  ),
  tenant(
    'an evaluation by it',
    /^404 Not found in the organisation: ruleset_ids: tenant-\d+$/,
    ({ url }, mine) =>
      ask(
        `${url}/api/evaluations/sandbox/oas?ruleset_ids=${mine}`,
        'POST',
        { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} },
        studio,
      ),
  ),
  tenant('an evaluation of their API', /^404 Not found in the organisation: api_ids: payments$/, ({ url }) =>
    ask(
      `${url}/api/evaluations/sandbox`,
      'POST',
      { api_ids: ['payments'], ruleset_ids: ['rs-studio'] },
      studio,
    ),
  ),
  tenant('the list of all', /^200 only theirs$/, async ({ url }, mine) => {
    const answer = await fetch(`${url}/api/rulesets?p=-1&q=${mine}`, { headers: studioAuthor })
    const { rulesets }: { rulesets: object[] } = JSON.parse(await answer.text())
    return [`${answer.status} ${rulesets.length === 0 ? 'only theirs' : 'OF OTHERS, TOO'}`]
  }),
  tenant('one id in both, of which one is deleted', /^200 /, async (service, mine) => {
    await create(service, { name: mine, ruleset_id: mine })
    await ask(`${service.url}/api/rulesets/${mine}`, 'DELETE', undefined, studioAuthor)
    return ask(`${service.url}/api/rulesets/${mine}`, 'GET')
  }),
  tenant('one id in both, each evaluated by its own', /^200 200$/, async ({ url }, mine) => {
    await ask(
      `${url}/api/rulesets`,
      'POST',
      { name: mine, ruleset_id: mine, definition: smallRules() },
      studioAuthor,
    )
    const body = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }
    const target = `${url}/api/evaluations/sandbox/oas?ruleset_ids=${mine}`
    const answers = [...(await ask(target, 'POST', body)), ...(await ask(target, 'POST', body, studio))]
    return [answers.map((each) => each.slice(0, 3)).join(' ')]
  }),
  tenant('their categories', /^400 No API has these categories: payments$/, (service) =>
    create(service, { name: `c${count}`, categories: ['payments'] }),
  ),
  tenant('their developer', /^404 Could not retrieve developer detail$/, ({ url }) => {
    const body = { by_user: '67a0b3c4a1dcd60001d0f101', apply_policies: ['gold'], version: 'v2' }
    return ask(`${url}/api/portal/requests`, 'POST', body, studioAuthor)
  }),
  tenant(
    'rights to their API in a key',
    /^400 access_rights: the organisation has no API payments$/,
    ({ url }) =>
      ask(
        `${url}/api/keys/tenant-key`,
        'POST',
        { access_rights: { payments: { api_id: 'payments' } } },
        studioAuthor,
      ),
  ),
]
