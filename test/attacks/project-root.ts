import { resolve } from 'node:path'

/** Also when this is bundled into node_modules/.cache. */
export const projectRoot = resolve(process.cwd())
