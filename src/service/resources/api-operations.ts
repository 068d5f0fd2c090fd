import { z } from 'zod'
import { apiCategories, apiDetail, apisPage } from '../../contract/apis.ts'
import { pathParameter, queryParameter, userRefusals } from '../http/operation-parts.ts'
import { pageParameter } from '../http/pages.ts'
import type { Operation } from '../http/route.ts'

const tag = 'APIs'
const name = queryParameter('q', 'A part of the name, in any case.')

export const listOperation: Operation = {
  id: 'listApis',
  tag,
  summary: 'List the APIs of the organisation',
  description: 'The APIs that the caller may see, a page at a time and without their OpenAPI documents.',
  credential: 'user',
  parameters: [
    pageParameter,
    name,
    queryParameter('category', 'Categories, separated by commas: APIs in any of them.'),
    queryParameter('sort', 'The order; with a hyphen in front it is turned round.', () =>
      z.enum(['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at']),
    ),
  ],
  answer: { description: 'One page of APIs.', schema: apisPage },
  refusals: { 400: 'p is not a number.', ...userRefusals },
}

export const searchOperation: Operation = {
  id: 'searchApis',
  tag,
  summary: 'Find APIs by name',
  description: 'The APIs whose name holds a text, a page at a time; an empty text finds all.',
  credential: 'user',
  parameters: [pageParameter, name],
  answer: { description: 'One page of APIs.', schema: apisPage },
  refusals: { 400: 'p is not a number.', ...userRefusals },
}

export const categoriesOperation: Operation = {
  id: 'listApiCategories',
  tag,
  summary: 'List the categories and their APIs',
  description: 'Every category that an API of the organisation has, and which APIs those are.',
  credential: 'user',
  answer: { description: 'The categories, by name.', schema: apiCategories },
  refusals: userRefusals,
}

export const getOperation: Operation = {
  id: 'getApi',
  tag,
  summary: 'Read one API',
  description: 'The definition of an API and, unless it is a classic one, its OpenAPI document.',
  credential: 'user',
  parameters: [pathParameter('apiId', 'The public or the internal id of the API.')],
  answer: { description: 'The API.', schema: apiDetail },
  refusals: { 400: 'The organisation has no API with this id.', ...userRefusals },
}
