import { access } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Whether there is anything at a path, through links. */
export async function exists(...path: readonly string[]): Promise<boolean> {
  return access(resolve(...path)).then(
    () => true,
    () => false,
  )
}
