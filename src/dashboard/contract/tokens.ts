import { z } from 'zod'

/** `DELETE /{product}/oauth/refresh/{keyName}`. */
export const tokenRevocation = z.looseObject({ action: z.string(), key: z.string(), status: z.string() })

/** The gateway's error body: the words of the dashboard's, in lower case. */
export const gatewayMessage = z.object({ message: z.string(), status: z.string() })

export type TokenRevocation = z.infer<typeof tokenRevocation>
export type GatewayMessage = z.infer<typeof gatewayMessage>
