import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { writeOutput } from '../../../check/reports/write-output.ts'
import type { World } from '../../../check/world.ts'
import { usageError } from '../../../core/model/errors.ts'
import { findErrorCode, readMessage } from '../../../core/model/file-fault.ts'
import { once } from '../../../core/model/once.ts'

const entry = once(() =>
  z.strictObject({
    /** The dashboard's copy as it was at the last push or pull. */
    digest: z.string().optional(),
    /** Digest of content whose push was started and not confirmed. */
    pending: z.string().optional(),
    /** Whether a push from this folder has made or changed it. Only then may a push delete it. */
    pushed: z.boolean(),
  }),
)

const manifest = once(() =>
  z.strictObject({
    version: z.literal(1),
    /** The entries of each dashboard's address, each by the ruleset's id. */
    dashboards: z.record(z.string(), z.record(z.string(), entry())),
  }),
)

export type ManifestEntry = z.infer<ReturnType<typeof entry>>
type ManifestFile = z.infer<ReturnType<typeof manifest>>

/** The recorded copies of one dashboard. `set` resolves after the file is written. */
export interface Manifest {
  readonly entries: ReadonlyMap<string, ManifestEntry>
  set(id: string, entry: ManifestEntry | undefined): Promise<void>
}

export const manifestName = '.gov-rulesets.json'

/** Throws GovError, usage: a file that is there, and cannot be read. */
export async function openManifest(
  folder: string,
  named: string | undefined,
  dashboard: string,
  world: World,
): Promise<Manifest> {
  const file = named ?? join(folder, manifestName)
  const all = await read(file, world)
  const entries = new Map(Object.entries(all.dashboards[dashboard] ?? {}))
  return {
    entries,
    set: async (id, value) => {
      if (value === undefined) entries.delete(id)
      else entries.set(id, value)
      const own = Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))
      const whole: ManifestFile = { version: 1, dashboards: { ...all.dashboards, [dashboard]: own } }
      await writeOutput(world.sources, file, `${JSON.stringify(whole, null, 2)}\n`)
    },
  }
}

async function read(file: string, { cwd }: World): Promise<ManifestFile> {
  try {
    return manifest().parse(JSON.parse(await readFile(resolve(cwd, file), 'utf8')))
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return { version: 1, dashboards: {} }
    if (findErrorCode(error) === 'ENOTDIR')
      throw usageError('not-a-folder', `${dirname(file)} is a file, not a folder`, 'Name a folder.', error)
    const reason = error instanceof z.ZodError ? 'it is not a manifest of rulesets' : readMessage(error)
    const hint = 'Restore it from version control. Without it, a push cannot tell what others have changed.'
    throw usageError('manifest-invalid', `${file} cannot be read: ${reason}`, hint, error)
  }
}
