import { ignoreKey, notIgnorable } from '../../gate/inline/inline-ignores.ts'
import type { DefinitionIgnores } from '../../model/asked.ts'
import { listed, plural } from '../../reporters/wording.ts'
import type { Settings } from '../../settings/merge.ts'
import { suggest } from '../../text/suggest.ts'
import type { ServiceRequest } from '../connect/open-service.ts'
import { builtinDrafts, dashboardDrafts, fileDrafts } from '../explain/explain-rulesets.ts'
import type { World } from '../world.ts'
import { type Finding, good, tried, warnFinding } from './finding.ts'

/** What a definition's `x-lint-ignore` name, and where those are that name no rule. */
export interface Ignoring {
  readonly ignores: DefinitionIgnores | undefined
  readonly meaningless: readonly string[]
}

/** Definitions that tell a dashboard what not to report. */
export async function* ignoreFindings(
  all: readonly Ignoring[],
  settings: Settings,
  request: ServiceRequest,
  world: World,
): AsyncGenerator<Finding> {
  const places = all.flatMap(({ meaningless }) => meaningless)
  const ignoring = all.flatMap(({ ignores }) => ignores ?? [])
  const isRemote = !settings.ruleset_files && settings['dashboard.url']?.value !== 'embedded'
  yield* whatTheySilence(ignoring, isRemote, settings)
  if (places.length > 0)
    yield warnFinding(
      'definitions',
      `${ignoreKey} names no rule at ${listed(places, mostNamed)}`,
      'Its value is the id of a rule, or a list of ids. Anything else silences nothing.',
    )
  // A dashboard may have rules that are not known here.
  if (ignoring.length > 0 && !isRemote) yield* unknownRules(ignoring, settings, request, world)
}

function* whatTheySilence(
  all: readonly DefinitionIgnores[],
  isRemote: boolean,
  settings: Settings,
): Generator<Finding, void> {
  const [first] = all
  if (first === undefined) return
  const rules = [...new Set(all.flatMap((each) => each.rules))].sort()
  const names = rules.length === 0 ? '' : ` names ${listed(rules, mostNamed)}`
  const found = `${ignoreKey} in ${plural(all.length, 'definition')} (${first.file}:${first.line})${names}`
  if (settings['policy.inline_waivers']?.value === 'x-lint-ignore')
    return yield good('definitions', `${found}: the policy lets it waive their issues`)
  yield isRemote
    ? warnFinding(
        'definitions',
        `${found}: a dashboard may drop their issues, so checks are incomplete`,
        'Remove the keys, or set policy.inline_waivers: x-lint-ignore to accept them.',
      )
    : good('definitions', `${found}: it silences nothing here`)
}

async function* unknownRules(
  all: readonly DefinitionIgnores[],
  settings: Settings,
  request: ServiceRequest,
  world: World,
): AsyncGenerator<Finding> {
  const known = await knownRules(settings, request, world)
  if (known === undefined) return
  const unknown = all.flatMap((each) =>
    each.rules.filter((id) => !known.includes(id)).map((id) => ({ id, ...each })),
  )
  const [first] = unknown
  if (first === undefined) return
  const { id, file, line } = first
  const ids = [...new Set(unknown.map((each) => each.id))]
  const meant = suggest(id, known)
  yield warnFinding(
    'definitions',
    `${ignoreKey} in ${file} (from line ${line}) names ${listed(ids, mostNamed)}, which no ruleset here has`,
    meant === undefined ? 'Fix or remove what it names.' : `Did you mean ${JSON.stringify(meant)}?`,
  )
}

/** Undefined: a ruleset cannot be read, of which another finding tells. */
async function knownRules(settings: Settings, request: ServiceRequest, world: World) {
  const files = settings.ruleset_files?.value ?? []
  const ofFiles = await tried('rules', () => fileDrafts(files, world.sources, request.trustPaths))
  const { rulesets, faults } = await dashboardDrafts(settings, request, world)
  if (!('result' in ofFiles) || faults.length > 0) return undefined
  const drafts = [...ofFiles.result, ...rulesets, ...(await builtinDrafts())]
  return [...notIgnorable, ...drafts.flatMap((each) => [...each.drafts.rules.keys()])]
}

const mostNamed = 10
