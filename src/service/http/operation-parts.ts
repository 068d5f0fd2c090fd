import { z } from 'zod'
import type { Parameter } from './route.ts'

/** A path parameter of the contract. */
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

/** What every operation of a user may be refused with, beside what is its own. */
export const userRefusals = {
  401: 'The Authorization header has no access key of an active user.',
  403: 'The user lacks permission.',
  500: 'The service failed.',
} as const

export const adminRefusals = {
  401: "The Admin-Auth header does not have the administrator's secret.",
  500: 'The service failed.',
} as const

export const gatewayRefusals = {
  403: "The gateway's header does not have its secret.",
  500: 'The service failed.',
} as const
