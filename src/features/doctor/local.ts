import { resolve } from 'node:path'
import { findNamedEngine } from '../../check/connect/open-dashboard.ts'
import { findIgnores } from '../../check/definitions/ignores-of.ts'
import { unlistedDefinitions } from '../../check/plan/pins.ts'
import { listDefinitions } from '../../check/plan/resolve-targets.ts'
import { openRulesetFiles } from '../../check/rulesets/ruleset-files.ts'
import type { World } from '../../check/world.ts'
import type { Definition, DefinitionIgnores } from '../../core/model/asked.ts'
import { GovError, survivable, usageError } from '../../core/model/errors.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { loadRuleset } from '../../engine/load-ruleset.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-source.ts'
import { ignoreKey } from '../../gate/excuse/inline-ignores.ts'
import type { RulesetDialect } from '../../sandbox/evaluation/compile-ruleset.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import type { RulesetRecord } from '../../sandbox/store/records.ts'
import { openWorkspace, type Workspace } from '../../sandbox/store/workspace.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { gitPlace, hookState, hookTypes, hookWords } from '../hook/index.ts'
import { attempt, type Finding, failed, good, tried, warnFinding } from './finding.ts'

/** The folder that the embedded sandbox serves, and each ruleset that would run from it. */
export async function* workspaceFindings(settings: Settings, world: World): AsyncGenerator<Finding, boolean> {
  const folder = settings['dashboard.workspace']?.value ?? ''
  const opened = yield* attempt('workspace', () =>
    openWorkspace(resolve(world.cwd, folder), { called: folder }),
  )
  if (!opened) return false
  const workspace = opened.result
  const { apis, rulesets, users } = workspace
  const facts = `${plural(apis.length, 'API')}, ${plural(rulesets.length, 'ruleset')}, ${plural(users.length, 'user')}`
  yield good('workspace', `${folder}: ${facts}`)
  const ids = settings.ruleset_ids?.value
  const wanted = rulesets.filter(({ ruleset_id }) => ids === undefined || ids.includes(ruleset_id))
  const dialect = findDialect(settings, workspace)
  const found = await Promise.all(wanted.map((record) => compileFault(record, workspace, dialect)))
  const faults = found.flat()
  yield* faults
  if (faults.length === 0) yield good('rules', `${plural(wanted.length, 'ruleset')} can be used`)
  return faults.length === 0
}

export function findDialect(settings: Settings, workspace?: Workspace): RulesetDialect {
  const engine = findNamedEngine(settings) ?? workspace?.settings.engine
  return { functions: settings['policy.functions'].value, engine }
}

async function compileFault(
  record: RulesetRecord,
  workspace: Workspace,
  dialect: RulesetDialect,
): Promise<Finding[]> {
  try {
    const source = await workspace.rules(record)
    await loadRuleset(source, { ...dialect, read: source.read, bounded: withLoadingLimit })
    return []
  } catch (error) {
    if (error instanceof RulesetError) {
      const what = `ruleset ${record.ruleset_id}: ${error.message}`
      return [failed('rules', usageError('ruleset-invalid', what, 'Fix the ruleset there.'))]
    }
    if (!(error instanceof GovError)) throw error
    return [failed('rules', error)]
  }
}

export async function rulesetFileFindings(
  files: readonly string[],
  dialect: RulesetDialect,
  world: World,
): Promise<Finding> {
  const read = await tried('rules', () => openRulesetFiles(files, world.sources, dialect))
  return 'finding' in read ? read.finding : good('rules', `${files.join(', ')} can be used`)
}

export async function* definitionFindings(
  settings: Settings,
  { cwd, sources }: Pick<World, 'cwd' | 'sources'>,
): AsyncGenerator<Finding, boolean> {
  const expanded = yield* attempt('definitions', () => listDefinitions(settings, sources))
  if (!expanded) return false
  const definitions = expanded.result
  let usable = 0
  const ignoring: DefinitionIgnores[] = []
  for (const { file } of definitions) {
    const read = yield* attempt('definitions', () => sources.readDefinition(file))
    if (read === undefined) continue
    usable += 1
    const ignores = findIgnores(read.result)
    if (ignores) ignoring.push(ignores)
  }
  if (usable > 0) yield good('definitions', `${usable} of ${definitions.length} can be read`)
  yield* ignoreFindings(ignoring, settings)
  if (definitions.length > 0)
    yield* uncoveredFindings(definitions, settings['dashboard.workspace']?.value, cwd)
  return true
}

/** The hooks of this repository that run gov check, as git runs them; nothing is said of what is not there. */
export async function* hookFindings(world: World): AsyncGenerator<Finding> {
  const place = await gitPlace(world).catch(survivable)
  if (place instanceof GovError) return
  for (const type of hookTypes) {
    const state = await hookState(place, type)
    const text = `${type} ${hookWords[state]}`
    if (state === 'installed') yield good('hook', text)
    else if (state === 'outdated' || state === 'inactive')
      yield warnFinding('hook', text, `Write it again with gov hook install --type ${type}.`)
  }
}

const mostNamed = 3

async function* uncoveredFindings(
  definitions: readonly Definition[],
  workspace: string | undefined,
  cwd: string,
): AsyncGenerator<Finding> {
  const others = await unlistedDefinitions(definitions, workspace, cwd).catch(survivable)
  if (others instanceof GovError) return yield warnFinding('definitions', others.message, others.hint)
  if (others.length === 0) return
  const message = `${plural(others.length, 'OpenAPI file')} not checked: ${joinNames(others, mostNamed)}`
  const hint = 'Add them to definitions. A policy file with require.all_definitions keeps the list complete.'
  yield warnFinding('definitions', message, hint)
}

/** Definitions with `x-lint-ignore`, which makes a dashboard drop issues. */
function ignoreFindings(all: readonly DefinitionIgnores[], settings: Settings): Finding[] {
  const [first] = all
  if (first === undefined) return []
  const rules = [...new Set(all.flatMap((each) => each.rules))].sort()
  const names = rules.length === 0 ? '' : ` names ${joinNames(rules, mostNamed)}`
  const found = `${ignoreKey} in ${plural(all.length, 'definition')} (${first.file}:${first.line})${names}`
  if (settings['policy.inline_waivers']?.value === 'x-lint-ignore')
    return [good('definitions', `${found}: the policy lets it waive their issues`)]
  if (settings.ruleset_files || dashboardAddress(settings) === undefined)
    return [good('definitions', `${found}: it silences nothing here`)]
  const message = `${found}: a dashboard may drop their issues, so checks are incomplete`
  const hint = 'Remove the keys, or set policy.inline_waivers: x-lint-ignore to accept them.'
  return [warnFinding('definitions', message, hint)]
}
