import { plural } from '../core/text/wording.ts'
import { type Ask, inconsistentListError, pathPart } from './ask.ts'
import {
  type PortalRequest,
  portalApproval,
  portalDevelopersPage,
  portalRequestCreated,
} from './contract/portal.ts'

const pageSize = 10

const mayWrite = { 403: 'The user needs the portal permission (write).' }

export function portalMethods(ask: Ask) {
  return {
    /** `POST /api/portal/requests`. */
    requestKey: (request: PortalRequest) =>
      ask({
        method: 'POST',
        path: '/api/portal/requests',
        body: request,
        schema: portalRequestCreated,
        what: 'a key request',
        operation: 'the key request operation',
        confidential: true,
        subject: `the developer ${request.by_user}`,
        hints: { ...mayWrite, 404: 'List developers with gov portal developers.' },
      }),
    /** `PUT /api/portal/requests/approve/{id}`. */
    approveKeyRequest: async (id: string) =>
      ask({
        method: 'PUT',
        path: `/api/portal/requests/approve/${pathPart(id, 'the id of a key request')}`,
        schema: portalApproval,
        what: 'an approval',
        operation: 'the approval operation',
        confidential: true,
        subject: `the key request ${id}`,
        hints: { ...mayWrite, 404: 'Pass the id that gov portal request printed.' },
      }),
    /** `GET /api/portal/developers`: all of them at once. */
    listDevelopers: async () => {
      const all = await ask({
        method: 'GET',
        path: '/api/portal/developers?p=-1',
        schema: portalDevelopersPage,
        what: 'a list of developers',
        operation: 'the list of developers',
        confidential: true,
        hints: { 403: 'The user needs the portal permission (read).' },
      })
      const [listed, pages] = [all.Data?.length ?? 0, all.Pages ?? 0]
      if (pages <= 1 || listed > pageSize * (pages - 1)) return all
      throw inconsistentListError(
        'the list of developers',
        `it has ${plural(listed, 'entry', 'entries')}, and ${pages} pages`,
      )
    },
  }
}
