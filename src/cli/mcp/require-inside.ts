import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { fenceFault } from '../../settings/load/fence.ts'

/**
 * Refuses files that are not in the working directory, wherever `..` or a link leads: an agent may do what a document told
 * it to. Throws GovError, usage.
 */
export async function requireInside(files: readonly string[], cwd: string): Promise<void> {
  const fence = { folder: await realpath(cwd).catch(() => cwd), name: 'the working directory' }
  for (const file of files) {
    const fault = await fenceFault(resolve(cwd, file), fence, 'read')
    if (fault === undefined) continue
    throw usageError('file-outside', `${file} ${fault}`, 'Name files in the working directory of gov mcp.')
  }
}
