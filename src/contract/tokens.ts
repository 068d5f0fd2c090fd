import { z } from 'zod'
import { once } from '../model/once.ts'

/** `DELETE /{product}/oauth/refresh/{keyName}`. */
export const tokenRevocation = once(() =>
  z.looseObject({ action: z.string(), key: z.string(), status: z.string() }),
)

/** The gateway's error body: the words of the dashboard's, in lower case. */
export const gatewayMessage = once(() => z.object({ message: z.string(), status: z.string() }))

export type TokenRevocation = z.infer<ReturnType<typeof tokenRevocation>>
export type GatewayMessage = z.infer<ReturnType<typeof gatewayMessage>>
