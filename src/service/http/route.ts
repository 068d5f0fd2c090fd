import { z } from 'zod'
import type { ServiceAnswer, ServiceRequest } from './exchange.ts'

/** Who may call: a user by access key, the administrator's or the gateway's secret, or anyone. */
export type Credential = 'user' | 'admin' | 'gateway' | 'none'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description: string
  readonly required?: boolean
  readonly schema: () => z.ZodType
}

/** An operation as the published contract describes it. Its schemas are made on demand. */
export interface Operation {
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
  /** When other statuses of refusals are answered than its credential, its page and its body bring along. */
  readonly refusals?: Readonly<Record<number, string>>
}

export type PathParameters = Readonly<Record<string, string>>

/** An operation with its work. `handle` throws a Refusal for every answer that is not a result. */
export interface Route extends Operation {
  readonly handle: (
    request: ServiceRequest,
    parameters: PathParameters,
    query: URLSearchParams,
  ) => Promise<ServiceAnswer>
}

export function pathParameter(name: string, description: string): Parameter {
  return { name, in: 'path', description, required: true, schema: z.string }
}

export function queryParameter(
  name: string,
  description: string,
  schema: () => z.ZodType = z.string,
): Parameter {
  return { name, in: 'query', description, schema }
}
