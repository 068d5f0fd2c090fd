/**
 * Who persists a folder, written down in it. A process can be stopped for longer than its lock lives, and go on without
 * knowing that another one has the folder: each change looks here before it takes effect, and again before it is answered.
 *
 * A change takes effect with one rename, from or into a temporary name that was there before it looked. The next holder
 * writes its name, then takes away all temporary names, then reads the records. So a change that looked in time, and was
 * stopped then, either was made before the records were read, or fails.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const holderName = '.gov-sandbox.holder'

export interface FolderHolder {
  /** Throws FolderLostError, which says that the change was or was not `made`, once another process holds the folder. */
  readonly requireHeld: (change: 'made' | 'not made') => Promise<void>
}

export class FolderLostError extends Error {}

/** Writes down that this process holds the folder, whose lock it has. `write` makes a file durable; `onLost` is told once it is lost. */
export async function holdFolder(
  root: string,
  write: (name: string, text: string) => Promise<void>,
  onLost: () => void,
): Promise<FolderHolder> {
  const id = randomUUID()
  await write(holderName, id)
  return {
    requireHeld: async (change) => {
      if ((await readFile(join(root, holderName), 'utf8').catch(() => '')) === id) return
      onLost()
      throw new FolderLostError(`The change was ${change}: another process has the workspace now`)
    },
  }
}
