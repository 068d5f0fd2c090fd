import type { z } from 'zod'
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

/** What the published contract says about an operation. Schemas are of `dashboard/contract`, made when they are asked for. */
export interface Operation {
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly credential: Credential
  readonly parameters?: readonly Parameter[]
  /** By content type. */
  readonly body?: Readonly<Record<string, () => z.ZodType>>
  readonly answer: { readonly description: string; readonly schema: () => z.ZodType }
  /** Every status of a refusal, and when it is answered. */
  readonly refusals: Readonly<Record<number, string>>
}

export type PathParameters = Readonly<Record<string, string>>

/** One operation of the service. `handle` throws a Refusal for every answer that is not a result. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly operation: Operation
  readonly handle: (request: ServiceRequest, parameters: PathParameters) => Promise<ServiceAnswer>
}
