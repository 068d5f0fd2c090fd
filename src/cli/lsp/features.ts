import { diagnostics } from './diagnostics.ts'
import type { Feature } from './feature.ts'

/** What the server does. */
export const features: readonly Feature[] = [diagnostics]
