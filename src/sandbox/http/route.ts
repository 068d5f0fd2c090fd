import { z } from 'zod'
import { compareText } from '../../core/text/compare-text.ts'
import { badRequestError, jsonAnswer, type ServiceAnswer, type ServiceRequest } from './exchange.ts'

/** Who may call: a user by access key, the administrator's or the gateway's secret, or anyone. */
export type Credential = 'user' | 'admin' | 'gateway' | 'none'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: () => z.ZodType
}

/** An operation as the published contract describes it. Its schemas are made on demand. */
export interface ServiceOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly credential: Credential
  readonly parameters?: readonly Parameter[]
  readonly body?: Readonly<Record<string, () => z.ZodType>>
  readonly answer: { readonly description: string; readonly schema: () => z.ZodType; readonly status?: 201 }
  /** When other statuses of refusals are answered than its credential, its page and its body bring along; empty: never. */
  readonly refusals?: Readonly<Record<number, string>>
}

export type PathParameters = Readonly<Record<string, string>>

/** An operation with its work. `handle` throws a Refusal for every answer that is not a result. */
export interface ServiceRoute extends ServiceOperation {
  readonly handle: (
    request: ServiceRequest,
    parameters: PathParameters,
    query: URLSearchParams,
  ) => Promise<ServiceAnswer>
}

/** Refusals of operations whose work may wait for a thread. */
export const busyRefusals = {
  429: 'Too many evaluations of the caller are waiting.',
  503: 'Too many evaluations are waiting, or the service is stopping.',
}

/** An operation that a user calls. */
export type UserRoute = Omit<ServiceRoute, 'tag' | 'credential'>

export function tagUserRoutes(tag: string, routes: readonly UserRoute[]): ServiceRoute[] {
  return routes.map((route) => ({ tag, credential: 'user', ...route }))
}

export function pathParameter(name: string, description: string): Parameter {
  return { name, in: 'path', description, required: true, schema: () => z.string().min(1) }
}

export function queryParameter(
  name: string,
  description: string,
  schema: () => z.ZodType = z.string,
): Parameter {
  return { name, in: 'query', description, schema }
}

const pageSize = 10
const maxPage = 999_999_999

/** The page that `p` asks for, from 1; below 0 it is everything, as one page. Refuses with 400 any other text. */
export function takePage<Item>(items: readonly Item[], query: URLSearchParams) {
  const asked = query.get('p') ?? '1'
  if (!/^-?\d{1,9}$/.test(asked)) throw badRequestError(`p is not a whole number: ${asked}`)
  const page = Number(asked)
  if (page < 0) return { items, pages: Math.min(1, items.length) }
  const start = Math.max(0, page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), pages: Math.ceil(items.length / pageSize) }
}

export function pageAnswer<Item>(
  key: string,
  all: readonly Item[],
  query: URLSearchParams,
  render: (item: Item) => string,
  pagesKey = 'pages',
): ServiceAnswer {
  const { items, pages } = takePage(all, query)
  return listAnswer(key, items, render, { [pagesKey]: pages })
}

/** Characters of a list that are written at a time. */
const partLength = 8 * 1024

/** A list with what is beside it. One that is longer than a page is written while it is sent. */
export function listAnswer<Item>(
  key: string,
  items: readonly Item[],
  render: (item: Item) => string,
  beside: object = {},
): ServiceAnswer {
  const { text, ...answer } = jsonAnswer({ [key]: [], ...beside })
  const start = text.indexOf('[') + 1
  const write = function* () {
    let part = text.slice(0, start)
    for (const [at, item] of items.entries()) {
      part += `${at === 0 ? '' : ','}${render(item)}`
      if (part.length < partLength) continue
      yield part
      part = ''
    }
    yield part + text.slice(start)
  }
  return items.length > pageSize
    ? { ...answer, text: '', more: write() }
    : { ...answer, text: [...write()].join('') }
}

export const pageParameter: Parameter = {
  name: 'p',
  in: 'query',
  description: 'The page, from 1, with 10 entries; a negative number returns everything.',
  schema: () => z.int().min(-maxPage).max(maxPage),
}

export function sortItems<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  direction: 1 | -1,
): readonly Item[] {
  return [...items].sort((one, other) => direction * compareText(keyOf(one), keyOf(other)))
}
