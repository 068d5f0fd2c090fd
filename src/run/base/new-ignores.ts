import { ignoreKey, listIgnores } from '../../gate/inline/inline-ignores.ts'
import type { Known } from '../../gate/known.ts'
import type { Definition } from '../../model/asked.ts'
import { definitionOf, toPointer } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { honoursIgnores } from '../../model/policy.ts'
import type { CheckPlan } from '../check-plan.ts'
import type { Sources } from '../sources.ts'
import type { World } from '../world.ts'
import type { Base } from './base.ts'
import { cannotEvaluate } from './evaluate-base.ts'

/**
 * What an `x-lint-ignore` that is not at the base would excuse. It is there if the object at the same place named the same
 * rule; a definition that is new has none.
 */
export async function newIgnores(
  base: Base,
  issues: readonly Issue[],
  definitions: readonly Definition[],
  { policy, dashboardName }: CheckPlan,
  { sources }: Pick<World, 'sources'>,
): Promise<Pick<Known, 'newly_ignored' | 'newly_ignoring'>> {
  const added = new Map<string, ReadonlySet<string>>()
  if (honoursIgnores(policy)) {
    const isRemote = dashboardName !== 'embedded'
    for (const { file } of definitions) {
      const now = await ignoresIn(file, sources, isRemote)
      if (now.size === 0) continue
      const baseFile = base.files.get(file)
      const before =
        baseFile === undefined
          ? new Set()
          : await ignoresIn(baseFile, base.sources, isRemote).catch((error: unknown) => {
              throw cannotEvaluate(error, base)
            })
      added.set(file, new Set([...now].filter((each) => !before.has(each))))
    }
  }
  const isNew = (issue: Issue) => {
    const { ignored_at, rule_id } = issue
    const own = added.get(definitionOf(issue) ?? '')
    return ignored_at !== undefined && own?.has(keyOf(`${ignored_at}/${ignoreKey}`, rule_id)) === true
  }
  return {
    newly_ignored: new Set(issues.filter(isNew)),
    newly_ignoring: new Set([...added].flatMap(([file, own]) => (own.size > 0 ? [file] : []))),
  }
}

async function ignoresIn(
  file: string,
  { readDefinition, readSent }: Sources,
  isRemote: boolean,
): Promise<ReadonlySet<string>> {
  const { value } = await (isRemote ? readSent : readDefinition)(file)
  const all = [...listIgnores(value)]
  return new Set(all.flatMap(([path, rules]) => ['', ...rules].map((rule) => keyOf(toPointer(path), rule))))
}

function keyOf(pointer: string, rule_id: string): string {
  return JSON.stringify([pointer, rule_id])
}
