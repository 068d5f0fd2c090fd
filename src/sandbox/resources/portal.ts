import {
  type PortalApproval,
  type PortalDeveloper,
  type PortalRequestCreated,
  portalApproval,
  portalDevelopersPage,
  portalRequest,
  portalRequestCreated,
} from '../../dashboard/contract/portal.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { newSecret, requireUser } from '../http/credentials.ts'
import {
  badRequestError,
  jsonAnswer,
  Refusal,
  type ServiceAnswer,
  type ServiceRequest,
} from '../http/exchange.ts'
import { pageAnswer, pageParameter, pathParameter, type ServiceRoute, tagUserRoutes } from '../http/route.ts'
import {
  type DeveloperRecord,
  type KeyRequestRecord,
  type UserRecord,
  unlimitedQuota,
} from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { hashKey } from './keys.ts'
import { saveWithinQuota } from './save-within.ts'

const mayWrite = { group: 'portal', level: 'write' } as const

/** Developers, and their requests for keys. A developer's keys are those of the developer's approved requests. */
export function portalRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  return tagUserRoutes('Portal', [
    {
      method: 'POST',
      path: '/api/portal/requests',
      id: 'requestKey',
      summary: 'Request a key for a developer',
      description: 'Creates a key request for the policies, to be approved. Message is its id.',
      body: { 'application/json': portalRequest },
      answer: { description: 'The request is made.', schema: portalRequestCreated },
      refusals: {
        400: 'The body is not a request, or the developer is inactive.',
        404: 'The organisation has no such developer.',
      },
      handle: (request) => requestKey(request, workspace, options),
    },
    {
      method: 'PUT',
      path: '/api/portal/requests/approve/{id}',
      id: 'approveKeyRequest',
      summary: 'Approve a key request',
      description: 'Creates the requested key and returns it once.',
      parameters: [pathParameter('id', 'The id of the request.')],
      answer: { description: 'The key.', schema: portalApproval },
      refusals: {
        400: 'The request is already approved.',
        404: 'The organisation has no such request.',
      },
      handle: (request, { id = '' }) => approve(request, id, workspace),
    },
    {
      method: 'GET',
      path: '/api/portal/developers',
      id: 'listDevelopers',
      summary: 'List the developers',
      description: "The organisation's developers, paged, with the hashes of their keys.",
      parameters: [pageParameter],
      answer: { description: 'One page of developers.', schema: portalDevelopersPage },
      handle: async (request, _parameters, query) => {
        const user = requireUser(request, workspace, { group: 'portal', level: 'read' })
        const own = listDevelopersOfUser(user, workspace)
        const print = (item: DeveloperRecord) => JSON.stringify(developerDetail(item, workspace))
        return pageAnswer('Data', own, query, print, 'Pages')
      },
    },
  ])
}

function listDevelopersOfUser({ org_id }: UserRecord, { store }: Workspace): readonly DeveloperRecord[] {
  return store.developers.filter((developer) => developer.org_id === org_id)
}

function developerDetail({ id, ...developer }: DeveloperRecord, { store }: Workspace): PortalDeveloper {
  const own = store.keyRequests.all().filter(({ by_user }) => by_user === id)
  const granted = own.flatMap(({ key_hash, apply_policies }) =>
    key_hash === undefined ? [] : [{ key_hash, apply_policies }],
  )
  const subscribed = granted.flatMap(({ key_hash, apply_policies }) =>
    apply_policies.map((policy) => [policy, key_hash] as const),
  )
  return {
    id,
    ...developer,
    keys: Object.fromEntries(granted.map(({ key_hash, apply_policies }) => [key_hash, apply_policies])),
    subscriptions: Object.fromEntries(subscribed),
  }
}

async function requestKey(
  request: ServiceRequest,
  workspace: Workspace,
  { limits, now, quota = unlimitedQuota }: AppOptions,
): Promise<ServiceAnswer> {
  const user = requireUser(request, workspace, mayWrite)
  const { by_user, apply_policies, fields } = await jsonBody(request, portalRequest(), limits.bodyBytes)
  const developer = listDevelopersOfUser(user, workspace).find(({ id }) => id === by_user)
  if (developer === undefined) throw new Refusal(404, 'Could not retrieve developer detail')
  if (developer.inactive) throw badRequestError(`The developer ${by_user} is inactive`)
  const record: KeyRequestRecord = {
    id: newSecret(12),
    org_id: user.org_id,
    by_user,
    apply_policies,
    fields: fields ?? {},
    date_created: now().toISOString(),
  }
  const { store } = workspace
  await store.change(() => saveWithinQuota(quota, 'key requests', store.keyRequests, record))
  return jsonAnswer<PortalRequestCreated>({ Status: 'OK', Message: record.id, Meta: null })
}

/** The key is shown in this answer and never again: what is kept is its hash. */
async function approve(request: ServiceRequest, id: string, workspace: Workspace): Promise<ServiceAnswer> {
  const { org_id } = requireUser(request, workspace, mayWrite)
  const { keyRequests, change } = workspace.store
  const key = org_id + newSecret(16)
  await change(async () => {
    const known = keyRequests.find(id)
    if (known?.org_id !== org_id) throw new Refusal(404, 'Could not retrieve key request detail')
    if (known.key_hash !== undefined) throw badRequestError('The key request is approved already')
    await keyRequests.save({ ...known, key_hash: hashKey(key) })
  })
  return jsonAnswer<PortalApproval>({ RawKey: key })
}
