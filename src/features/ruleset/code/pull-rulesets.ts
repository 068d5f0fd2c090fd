import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder, writeOutput } from '../../../check/reports/write-output.ts'
import { exists } from '../../../check/sources/exists.ts'
import { fenceFault } from '../../../check/sources/fence.ts'
import type { World } from '../../../check/world.ts'
import { usageError } from '../../../core/model/errors.ts'
import { isRecord } from '../../../core/model/record.ts'
import { contentId } from '../../../core/text/digest.ts'
import { exactJson, sortKeys } from '../../../core/text/json.ts'
import { yamlText } from '../../../core/text/yaml-text.ts'
import { escapeActive } from '../../../reporters/json-text.ts'
import { contentDigest, type RulesetContent, type SavedCopy } from './content.ts'
import type { Manifest } from './manifest.ts'
import { findExtendedFile } from './plan-push.ts'
import {
  defaultRules,
  type FolderRuleset,
  factsFile,
  readRulesetFolder,
  refuseOneRuleset,
} from './read-folder.ts'

interface PullInput {
  readonly folder: string
  readonly saved: ReadonlyMap<string, SavedCopy>
  readonly manifest: Manifest
  /** Also where the folder's files have changed. */
  readonly overwrite?: boolean | undefined
}

export interface PullOutcome {
  readonly written: readonly string[]
  readonly unchanged: readonly string[]
  /** Changed in the folder, and not on the dashboard since the last push or pull: there to be pushed. */
  readonly kept: readonly string[]
  /** In the folder alone. */
  readonly local: readonly string[]
}

/**
 * Writes the dashboard's rulesets into the folder. Throws GovError, usage, before anything is written: the files of a
 * ruleset have changed, and the dashboard's copy too.
 */
export async function pullRulesets(input: PullInput, world: World): Promise<PullOutcome> {
  const { folder, saved, manifest, overwrite = false } = input
  await refuseOneRuleset(folder, world)
  const isThere = await exists(resolve(world.cwd, folder))
  const rulesets = isThere ? await readRulesetFolder(folder, world) : []
  const local = new Map(rulesets.map((ruleset) => [ruleset.ruleset_id, ruleset]))
  const verdicts = [...saved].map(([id, copy]) => {
    const own = local.get(id)
    return { id, copy, own, verdict: chooseVerdict(own, copy, manifest.entries.get(id)?.digest, overwrite) }
  })
  const torn = verdicts.filter(({ verdict }) => verdict === 'conflict').map(({ id }) => id)
  if (torn.length > 0)
    throw usageError(
      'rulesets-changed',
      `changed in the folder and on the dashboard: ${torn.join(', ')}`,
      'Commit the folder, pull with --overwrite, and merge the two with git. Nothing was written.',
    )
  for (const { copy } of verdicts.filter(({ verdict }) => verdict === 'written')) requireRules(copy.content)
  const names = new Set([...local.values()].map((folderRuleset) => folderRuleset.folder.toLowerCase()))
  for (const { id, copy, own, verdict } of verdicts) {
    if (verdict === 'written') await write(folder, copy.content, own ?? newPlace(id, names), world)
    const file = findExtendedFile(copy.content.rules)
    if (verdict === 'written' && file !== undefined) world.observe.warning(extendsLost(id, file))
    if (verdict !== 'kept')
      await manifest.set(id, { digest: copy.digest, pushed: manifest.entries.get(id)?.pushed ?? false })
  }
  const ids = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
  const alone = [...local.keys()].filter((id) => !saved.has(id))
  return { written: ids('written'), unchanged: ids('unchanged'), kept: ids('kept'), local: alone }
}

function chooseVerdict(
  own: FolderRuleset | undefined,
  copy: SavedCopy,
  base: string | undefined,
  overwrite: boolean,
) {
  if (own === undefined) return 'written'
  const digest = contentDigest(own)
  if (digest === copy.digest) return 'unchanged'
  if (overwrite || digest === base) return 'written'
  return copy.digest === base ? 'kept' : 'conflict'
}

function requireRules({ ruleset_id, rules }: RulesetContent): void {
  if (isRecord(rules)) return
  const hint = 'Fix it on the dashboard. Nothing was written.'
  const message = `the definition of ${ruleset_id} on the dashboard is not a JSON object`
  throw usageError('ruleset-invalid', message, hint)
}

/** A dashboard sends one text for each ruleset, and no file beside it. */
function extendsLost(id: string, file: string): string {
  return `${id} extends ${file}, which the dashboard does not send: without it, the ruleset can be neither checked here nor pushed`
}

type FolderPlace = Pick<FolderRuleset, 'folder' | 'rulesFile'> & { readonly rules?: unknown }

/** A folder named after the id, unless some system does not allow that name, or it is taken but for letter case. */
function newPlace(id: string, taken: Set<string>): FolderPlace {
  const isPlain =
    /^[a-z0-9][\w.-]{0,79}$/i.test(id) && !/\.$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(id)
  // Reserved: an id of this form could be taken for a generated folder name.
  const isOwn = isPlain && !/^ruleset-[0-9a-f]{12}$/i.test(id) && !taken.has(id.toLowerCase())
  const matchesFolder = (at: number) => `ruleset-${contentId(at === 1 ? [id] : [id, String(at)], 12)}`
  let folder = isOwn ? id : matchesFolder(1)
  for (let at = 2; taken.has(folder.toLowerCase()); at++) folder = matchesFolder(at)
  taken.add(folder.toLowerCase())
  return { folder, rulesFile: defaultRules }
}

/** Leaves equivalent files unchanged, to keep their comments. */
async function write(
  root: string,
  content: RulesetContent,
  place: FolderPlace,
  { cwd, sources }: World,
): Promise<void> {
  const { rules, ...facts } = content
  const folder = join(root, place.folder)
  await makeFolder(resolve(cwd, root), root)
  const fence = { folder: await realpath(resolve(cwd, root)), name: root }
  const fault = await fenceFault(resolve(cwd, folder), fence, 'read')
  if (fault !== undefined)
    throw usageError('output-outside', `output ${folder} ${fault}`, 'Replace the link with a folder.')
  await makeFolder(resolve(cwd, folder), folder)
  const isSame = place.rules !== undefined && exactJson(sortKeys(place.rules)) === exactJson(sortKeys(rules))
  const isJson = place.rulesFile.toLowerCase().endsWith('.json')
  const text = isJson ? `${exactJson(rules, '  ')}\n` : yamlText(rules)
  if (!isSame) await writeOutput(sources, join(folder, place.rulesFile), escapeActive(text), fence)
  const entries = Object.entries({ ...facts, rules: place.rulesFile })
  const lines = entries.map(([key, value]) => yamlText({ [key]: value }))
  await writeOutput(sources, join(folder, factsFile), escapeActive(lines.join('')), fence)
}
