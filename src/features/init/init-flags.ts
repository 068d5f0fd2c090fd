import { refusePlainHttp } from '../../check/connect/connection.ts'
import { usageError } from '../../core/model/errors.ts'
import { embedded, findAddress } from '../../settings/dashboard-url.ts'
import type { RepositoryFacts } from './look-around.ts'
import {
  findsBase,
  groupByFolder,
  type Pipeline,
  pipelines,
  type RulesetChoice,
  type Setup,
  starterFile,
} from './setup.ts'

export interface InitFlags
  extends Partial<
    Pick<Setup, 'workspace' | 'checks' | 'failOn' | 'pipeline' | 'base' | 'breaking' | 'hook'>
  > {
  readonly yes?: boolean
  readonly force?: boolean
  readonly url?: string
  readonly definition?: readonly string[]
  readonly apiId?: readonly string[]
  readonly rulesetFile?: readonly string[]
  readonly rulesetId?: readonly string[]
  readonly category?: readonly string[]
  readonly insecureHttp?: boolean
}

/** Throws GovError, usage, for flags that the questions would ignore, or that do not fit this folder. */
export function refuseFlags(flags: InitFlags, { isRoot }: RepositoryFacts): void {
  const { yes, force, url, insecureHttp, ...answers } = flags
  const [name] =
    Object.entries(answers).find(([name, value]) => value !== undefined && name !== 'color') ?? []
  if (!yes && name !== undefined) {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const hint = 'Add --yes to skip the questions, or omit the flag.'
    throw usageError('flag-without-yes', `${flag} requires --yes`, hint)
  }
  const { pipeline, base, breaking, apiId = [] } = answers
  if (base || breaking) refuseBase(base ? '--base' : '--breaking', pipeline, apiId)
  if (pipeline !== undefined && !isRoot) {
    const message = `this is not a repository root, where ${pipeline} looks for jobs`
    throw usageError('pipeline-elsewhere', message, 'Run gov init at the root, or omit --pipeline.')
  }
}

/** Throws GovError, usage, where `gov check --base auto` could not compare. */
function refuseBase(flag: string, pipeline: Pipeline | undefined, apiIds: readonly string[]): void {
  const why = !findsBase(pipeline)
    ? `${flag} needs --pipeline ${pipelines.filter(findsBase).join(', ')}`
    : apiIds.length > 0
      ? `${flag} compares local definitions, and --api-id names saved APIs`
      : undefined
  const others =
    pipeline === undefined ? '' : `, and in the job of ${pipeline} add --base REF to gov check yourself`
  const hint = findsBase(pipeline) ? `Omit one of the two.` : `Pass one of these, or omit ${flag}${others}.`
  if (why !== undefined) throw usageError('init-base', why, hint)
}

/** Creates the setup from flags, and from what was found here for the rest. Throws GovError, usage. */
export function createSetup(flags: InitFlags, found: RepositoryFacts): Setup {
  const address = findAddress(flags.url ?? found.url ?? embedded)
  if (address !== undefined && !flags.insecureHttp) refusePlainHttp(address)
  const { apiId: apiIds = [], workspace, pipeline, failOn = 'error' } = flags
  const { breaking = false, base = breaking, hook = false } = flags
  const [choice, second] = listChoices(flags)
  if (choice && second) {
    const hint = 'Keep one: a run selects rulesets by id, by category or by file.'
    throw usageError('selector-ambiguous', `both ${choice.flag} and ${second.flag} are set`, hint)
  }
  const definitions = flags.definition ?? (apiIds.length > 0 ? [] : found.definitions)
  if (definitions.length === 0 && apiIds.length === 0) {
    const hint = 'Pass a file with --definition, or a dashboard with --url and its APIs with --api-id.'
    throw usageError('nothing-to-check', 'no OpenAPI files found here, and no dashboard given', hint)
  }
  const { checks = false } = flags
  if (checks && (apiIds.length > 0 || groupByFolder(definitions).size === 0))
    throw usageError(
      'init-checks',
      `--checks needs definitions in several folders${apiIds.length > 0 ? ', and no --api-id' : ''}`,
      'Omit --checks, and write checks into the config: gov help config explains them.',
    )
  const rulesets = choice?.rulesets ?? defaultChoice(address, flags, found)
  return { address, workspace, definitions, apiIds, rulesets, checks, failOn, pipeline, base, breaking, hook }
}

function listChoices({ rulesetId, category, rulesetFile }: InitFlags) {
  return [
    ...(rulesetId ? [{ flag: '--ruleset-id', rulesets: { ruleset_ids: rulesetId } }] : []),
    ...(category ? [{ flag: '--category', rulesets: { categories: category } }] : []),
    ...(rulesetFile ? [{ flag: '--ruleset-file', rulesets: { ruleset_files: rulesetFile } }] : []),
  ]
}

/** Throws GovError, usage, for a dashboard: which of its rulesets to use cannot be guessed. */
function defaultChoice(
  address: string | undefined,
  { workspace }: InitFlags,
  found: RepositoryFacts,
): RulesetChoice {
  if ((address ?? workspace) === undefined) return { ruleset_files: [found.rulesetFile ?? starterFile] }
  const hint = 'Pass --ruleset-id or --category. gov ruleset list and gov api categories list them.'
  throw usageError('selector-missing', 'no rulesets selected', hint)
}
