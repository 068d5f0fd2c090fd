import { resolve } from 'node:path'
import type { RequiredGap } from '../model/gap.ts'
import type { Required } from '../settings/load/policy-file.ts'
import { folderDigest } from './folder-digest.ts'

/** A trusted copy that the policy requires, and that is not what the run uses. */
export type Unmet = Pick<RequiredGap, 'subject' | 'name' | 'found'>

type Digests = Readonly<Record<string, string>>

/**
 * Required ruleset files that no local ruleset of the run equals, with what it extends. A trusted file must also have the
 * ruleset's id, by which a policy names it. `digestsOf` reads trusted files.
 */
export async function unmetRulesets(
  { ruleset_files = [] }: Required,
  used: Digests,
  digestsOf: (file: string) => Promise<Digests>,
): Promise<Unmet[]> {
  const unmet: Unmet[] = []
  for (const name of ruleset_files) {
    const wanted = isDigest(name) ? undefined : Object.entries(await digestsOf(name))
    const isMet = wanted
      ? wanted.every(([id, digest]) => used[id] === digest)
      : Object.values(used).some((digest) => withPrefix(digest) === name)
    const found = Object.entries(used).map(([id, digest]) => `${id} ${withPrefix(digest)}`)
    if (!isMet) unmet.push({ subject: 'ruleset file', name, found: found.join(', ') })
  }
  return unmet
}

/** The same of the folder that the embedded sandbox serves. */
export async function unmetWorkspace(
  { workspace: name }: Required,
  served: string | undefined,
  cwd: string,
): Promise<Unmet[]> {
  if (name === undefined) return []
  if (served === undefined) return [{ subject: 'workspace', name }]
  const digestOf = async (folder: string) => withPrefix(await folderDigest(resolve(cwd, folder)))
  const found = await digestOf(served)
  return found === (isDigest(name) ? name : await digestOf(name))
    ? []
    : [{ subject: 'workspace', name, found: `${served} ${found}` }]
}

function isDigest(name: string): boolean {
  return name.startsWith('sha256:')
}

function withPrefix(digest: string): string {
  return `sha256:${digest}`
}
