import { computeDigest } from '../core/text/digest.ts'
import { type Ask, pathPart, readPages, renderQuery } from './ask.ts'
import {
  type PortalRequest,
  portalApproval,
  portalDevelopersPage,
  portalRequestCreated,
} from './contract/portal.ts'

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
    /** `GET /api/portal/developers`: every page, in order. */
    listDevelopers: () =>
      readPages(
        ask,
        {
          noun: 'developers',
          path: (page) => `/api/portal/developers${renderQuery({ p: page })}`,
          schema: developersPage,
          confidential: true,
          hints: { 403: 'The user needs the portal permission (read).' },
        },
        ({ Data }) =>
          Data?.map((developer) => developer.id || developer._id || computeDigest(JSON.stringify(developer))),
      ),
  }
}

/** A dashboard that sends all developers at once may say so by 0 pages. */
const developersPage = () =>
  portalDevelopersPage().transform(({ Pages, ...page }) => ({ ...page, pages: Pages || (page.Data ? 1 : 0) }))
