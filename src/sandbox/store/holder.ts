/**
 * Who persists a folder, written down in it. A process can be stopped for longer than its lock lives, and go on without
 * knowing that another one has the folder: each write looks here before it takes effect, and again before it is answered.
 *
 * The next holder writes its name before it reads the records. A write that still finds its own name once it is durable
 * has hence been read by whoever came after; any other is refused. It carries the name of its holder, so that
 * one which took effect in between can be told.
 */
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const holdersName = '.gov-sandbox.holders'
/** Earlier holders whose writes can be told. */
const mostKept = 100

export interface Holder {
  readonly id: string
  /** Throws FolderLostError once another process holds the folder. */
  readonly requireHeld: () => Promise<void>
}

export class FolderLostError extends Error {}

/** Writes down that this process holds the folder, whose lock it has. `write` makes a file durable; `onLost` is told once it is lost. */
export async function holdFolder(
  root: string,
  write: (name: string, text: string) => Promise<void>,
  onLost: () => void,
): Promise<Holder> {
  const id = randomUUID()
  const earlier = (await readHolders(root)).slice(-mostKept)
  const lines = [...earlier, { id, since: Date.now() }].map((each) => `${each.id} ${each.since}\n`)
  await write(holdersName, lines.join(''))
  return {
    id,
    requireHeld: async () => {
      if ((await readHolders(root)).at(-1)?.id === id) return
      onLost()
      throw new FolderLostError('another process persists the workspace now')
    },
  }
}

/** The last one holds the folder, or did. */
async function readHolders(
  root: string,
): Promise<readonly { readonly id: string; readonly since: number }[]> {
  const text = await readFile(join(root, holdersName), 'utf8').catch(() => '')
  return [...text.matchAll(/^(\S+) (\d+)$/gm)].map(([, id = '', since]) => ({ id, since: Number(since) }))
}

/** A comment, as a record is YAML, too. */
export function renderHolder(id: string): string {
  return `# holder ${id}\n`
}

/** The files, of these, that a process wrote when another one had the folder already. */
export async function findForeignWrites(
  root: string,
  files: Iterable<{ readonly file: string; readonly text: string }>,
): Promise<string[]> {
  const holders = await readHolders(root)
  const found: string[] = []
  for (const { file, text } of files) {
    const id = /^# holder (\S+)\s*$/m.exec(text.slice(-100))?.[1]
    const at = holders.findIndex((each) => each.id === id)
    const next = at === -1 ? undefined : holders[at + 1]
    if (next === undefined) continue
    const { mtimeMs } = await stat(join(root, file))
    if (mtimeMs > next.since) found.push(file)
  }
  return found
}
