import { resolve } from 'node:path'
import type { World } from '../world.ts'
import type { BaseCommit } from './earlier-files.ts'
import { fromTree, inTree } from './git-reader.ts'
import type { TreeEntry } from './git-tree.ts'

/** What a commit has of a definition. */
export interface EarlierEntry {
  readonly kind: TreeEntry['kind']
  /** Its own name there, where that is a file; a link is followed. */
  readonly file?: string
  /** Other files to which rows of the definition led there, through links. */
  readonly others: readonly string[]
}

/**
 * What the commit has under the name of a definition. Where there is nothing of that name, a link may have come with the
 * file that it leads to: then what the row led to there is the earlier version.
 */
export async function findEarlier(
  file: string,
  { tree, place, called }: BaseCommit,
  { sources, observe }: Pick<World, 'sources' | 'observe'>,
): Promise<EarlierEntry> {
  const find = async (name: string): Promise<Omit<EarlierEntry, 'others'>> => {
    const path = inTree(resolve(place.cwd, name), place)
    const found = await tree.find(path)
    if (found.kind !== 'file') return found
    return { kind: 'file', file: found.path === path ? name : fromTree(found.path, place) }
  }
  let earlier = await find(file)
  const others: string[] = []
  for (const [typed, name] of sources.names) {
    // A path through what is not in git says nothing about the commit.
    const isInGit = !/^\.\.(\/|$)/.test(inTree(resolve(place.cwd, typed), place))
    if (name !== file || typed === file || !isInGit) continue
    const led = await find(typed)
    if (led.kind === 'absent' || isSame(led, earlier)) continue
    if (earlier.kind === 'absent' || earlier.kind === 'outside' || led.file === undefined) earlier = led
    else {
      others.push(led.file)
      observe.warning(
        `${typed} led to ${led.file} at ${called}, and leads to ${file} now: issues that ${file} had there are not new`,
      )
    }
  }
  return { ...earlier, others }

  function isSame(one: { readonly file?: string }, other: { readonly file?: string }): boolean {
    const [path, otherPath] = [one, other].map((each) => each.file && resolve(place.cwd, each.file))
    return path !== undefined && path === otherPath
  }
}
