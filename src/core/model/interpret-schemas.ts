import { z } from 'zod'

/**
 * From here on zod compiles no schema in this process: with `new Function` they pay only from thousands of values on. Not
 * for the library: zod shares its configuration with all of its copies.
 */
export function interpretSchemas(): void {
  z.config({ jitless: true })
}
