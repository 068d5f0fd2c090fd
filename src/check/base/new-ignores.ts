import type { Definition } from '../../core/model/asked.ts'
import { toPointer } from '../../core/model/identity.ts'
import { honoursIgnores } from '../../core/model/inline-waivers.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { ignoreKey, listIgnores } from '../../gate/excuse/inline-ignores.ts'
import type { KnownAtBase } from '../../gate/excuse/known.ts'
import { readForEvaluator } from '../definitions/survey.ts'
import type { Sources } from '../sources/sources.ts'
import type { Capabilities } from '../types.ts'
import { createCounterpart } from './counterpart.ts'
import { createView, type DefinitionView, viewDefinition } from './definition-view.ts'
import { type Base, type BasedRun, cannotEvaluate } from './evaluate-base.ts'
import { isAlike } from './find-renamed.ts'

/**
 * Issues that an `x-lint-ignore` excuses which the base lacks. The base has one if the same object, wherever
 * it was, named the same rule; a new definition has none there, even under the title of one that is gone.
 */
export async function newIgnores(
  issues: readonly Issue[],
  definitions: readonly Definition[],
  { base, plan: { judgement, connection }, world: { sources } }: BasedRun,
): Promise<Pick<KnownAtBase, 'newly_ignored' | 'newly_ignoring'>> {
  const added = new Map<string, ReadonlySet<string>>()
  if (honoursIgnores(judgement.policy)) {
    const { capabilities } = connection
    for (const { file } of definitions) {
      const { value } = await readForEvaluator(file, sources, capabilities)
      const now = listIgnoreKeys(listIgnores(value))
      if (now.length === 0) continue
      const kept = await keptIgnores(base, file, sources, capabilities)
      added.set(file, new Set(now.filter((each) => !kept.has(each))))
    }
  }
  const isNew = (issue: Issue) => {
    const { ignored_at, rule_id } = issue
    const own = added.get(findDefinitionFile(issue) ?? '')
    return (
      ignored_at !== undefined && own?.has(createIgnoreKey(`${ignored_at}/${ignoreKey}`, rule_id)) === true
    )
  }
  return {
    newly_ignored: new Set(issues.filter(isNew)),
    newly_ignoring: new Set([...added].flatMap(([file, own]) => (own.size > 0 ? [file] : []))),
  }
}

/** Where the objects that have keys at the base are now, with the same keys. */
async function keptIgnores(
  base: Base,
  file: string,
  sources: Sources,
  capabilities: Capabilities,
): Promise<ReadonlySet<string>> {
  const baseFile = base.files.get(file)
  if (baseFile === undefined) return new Set()
  const oldView = await viewEvaluated(baseFile, base.sources, capabilities).catch(cannotEvaluate(base))
  const newView = await viewEvaluated(file, sources, capabilities)
  const isOther = base.kind === 'git' && baseFile !== file && !isAlike(oldView.root, newView.root)
  if (isOther) return new Set()
  const counterpart = createCounterpart(oldView, newView)
  const all = [...listIgnores(oldView.root)]
  return new Set(
    all.flatMap(([path, rules]) => listIgnoreKeys(counterpart(path).map((each) => [each, rules]))),
  )
}

async function viewEvaluated(
  file: string,
  sources: Sources,
  capabilities: Capabilities,
): Promise<DefinitionView> {
  if (capabilities.readsFiles) return viewDefinition(file, sources)
  return createView((await readForEvaluator(file, sources, capabilities)).value)
}

function listIgnoreKeys(ignores: Iterable<readonly [Path, readonly string[]]>): readonly string[] {
  return [...ignores].flatMap(([path, rules]) =>
    ['', ...rules].map((rule) => createIgnoreKey(toPointer(path), rule)),
  )
}

function createIgnoreKey(pointer: string, rule_id: string): string {
  return JSON.stringify([pointer, rule_id])
}
