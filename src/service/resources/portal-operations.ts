import {
  portalApproval,
  portalDevelopersPage,
  portalRequest,
  portalRequestCreated,
} from '../../contract/portal.ts'
import { pathParameter, userRefusals } from '../http/operation-parts.ts'
import { pageParameter } from '../http/pages.ts'
import type { Operation } from '../http/route.ts'

const tag = 'Portal'

export const requestOperation: Operation = {
  id: 'requestKey',
  tag,
  summary: 'Request a key for a developer',
  description: 'Makes a request, to be approved, for a key to what the policies open. Message is its id.',
  credential: 'user',
  body: { 'application/json': portalRequest },
  answer: { description: 'The request is made.', schema: portalRequestCreated },
  refusals: {
    ...userRefusals,
    400: 'The body is not a request, or the developer is inactive.',
    404: 'The organisation has no such developer.',
    413: 'The body is larger than the limit.',
  },
}

export const approveOperation: Operation = {
  id: 'approveKeyRequest',
  tag,
  summary: 'Approve a key request',
  description: 'Makes the key that was asked for, and answers it this once.',
  credential: 'user',
  parameters: [pathParameter('id', 'The id of the request.')],
  answer: { description: 'The key.', schema: portalApproval },
  refusals: {
    ...userRefusals,
    400: 'The request is approved already.',
    404: 'The organisation has no such request.',
  },
}

export const developersOperation: Operation = {
  id: 'listDevelopers',
  tag,
  summary: 'List the developers',
  description: 'The developers of the organisation, a page at a time, with the hashes of their keys.',
  credential: 'user',
  parameters: [pageParameter],
  answer: { description: 'One page of developers.', schema: portalDevelopersPage },
  refusals: { ...userRefusals, 400: 'p is not a number.' },
}
