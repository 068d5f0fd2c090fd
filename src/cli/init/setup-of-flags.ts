import { usageError } from '../../model/errors.ts'
import { refusePlainHttp } from '../../run/connect/connection.ts'
import type { Surroundings } from '../../run/init/look-around.ts'
import { type RulesetChoice, type Setup, starterFile } from '../../run/init/setup.ts'
import type { InitFlags } from './init-flags.ts'

/** What the flags say, and what was found where they say nothing. Throws GovError, usage. */
export function setupOfFlags(flags: InitFlags, found: Surroundings): Setup {
  const url = flags.url ?? found.url ?? 'embedded'
  if (url !== 'embedded' && !flags.insecureHttp) refusePlainHttp(url)
  const { apiId: apiIds = [], workspace, pipeline, hook = false, failOn = 'error' } = flags
  refuseSecondSelector(flags)
  const definitions = flags.definition ?? (apiIds.length > 0 ? [] : found.definitions)
  if (definitions.length === 0 && apiIds.length === 0) throw nothingToCheck()
  const rulesets = choiceOf(flags) ?? defaultChoice(url, flags, found)
  return { url, workspace, definitions, apiIds, rulesets, failOn, pipeline, hook }
}

function refuseSecondSelector({ rulesetId, category, rulesetFile }: InitFlags): void {
  const given = [rulesetId && '--ruleset-id', category && '--category', rulesetFile && '--ruleset-file']
  const [first, second] = given.filter((flag) => flag !== undefined)
  if (first === undefined || second === undefined) return
  throw usageError(
    'selector-ambiguous',
    `both ${first} and ${second} are set`,
    'Keep one: a run selects rulesets by id, by category or by file.',
  )
}

function choiceOf({ rulesetId, category, rulesetFile }: InitFlags): RulesetChoice | undefined {
  if (rulesetId) return { ruleset_ids: rulesetId }
  if (category) return { categories: category }
  return rulesetFile && { ruleset_files: rulesetFile }
}

/** A dashboard has rulesets of its own, and which of them count here is not for us to guess. */
function defaultChoice(url: string, { workspace }: InitFlags, found: Surroundings): RulesetChoice {
  if (url === 'embedded' && workspace === undefined)
    return { ruleset_files: [found.rulesetFile ?? starterFile] }
  throw usageError(
    'selector-missing',
    'no rulesets selected',
    'Pass --ruleset-id or --category. gov ruleset list and gov api categories list them.',
  )
}

function nothingToCheck(): Error {
  return usageError(
    'nothing-to-check',
    'no OpenAPI files found here, and no dashboard given',
    'Pass a file with --definition, or a dashboard with --url and its APIs with --api-id.',
  )
}
