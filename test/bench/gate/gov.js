import { join } from 'node:path'
import { projectRoot } from '../folders.js'

/** The command line of the built program. */
export function gov(...args) {
  return [process.execPath, join(projectRoot, 'bin/gov.js'), ...args]
}
