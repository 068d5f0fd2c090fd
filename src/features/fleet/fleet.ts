import { usageError } from '../../core/model/errors.ts'
import type { RuleHelp } from '../../core/model/issue.ts'
import type { Decision } from '../../core/model/outcome.ts'
import { addUpCounts, severities } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { csv } from '../../core/text/csv.ts'
import type { TargetVerdict } from '../../gate/decide/judge-targets.ts'

/** One API under one ruleset. Issues that are excused are not counted. */
export interface FleetCell extends SeverityCounts {
  /** False if the run does not prove a complete check: then no issues do not mean a pass. */
  readonly checked: boolean
  /** False if no check of the run has this ruleset for this API. */
  readonly asked: boolean
}

export interface FleetApi extends SeverityCounts {
  /** The file of a local definition, or the id of a saved API. */
  readonly id: string
  /** Its name, where that is known. */
  readonly name?: string | undefined
  readonly saved: boolean
  /** By the policy of the run. */
  readonly verdict: TargetVerdict['verdict']
  /** The policy accepts it, and the run proves that all of it was checked, even where the policy does not ask for that. */
  readonly passes: boolean
  /** Ids of users and groups. */
  readonly owners: readonly string[]
  /** In the order of the fleet's rulesets. */
  readonly cells: readonly FleetCell[]
  /** Worst first. */
  readonly rules: readonly FleetRule[]
  /** Issues more than in the earlier run; absent where that cannot be compared. */
  readonly change?: number | undefined
}

/** A rule, a ruleset, an owner or a folder. */
export interface FleetCount extends SeverityCounts {
  readonly name: string
  /** The ruleset of a rule. */
  readonly ruleset?: string | undefined
  /** How many APIs have such an issue; of an owner or a folder, all. */
  readonly apis: number
  readonly change?: number | undefined
}

/** `documentation_url` is foreign text. */
export interface FleetRule extends FleetCount, Pick<RuleHelp, 'why' | 'documentation_url'> {
  readonly how_to_fix?: string | undefined
}

/** The APIs of an owner, or in a folder. */
export interface FleetGroup extends FleetCount {
  /** APIs with an error. */
  readonly failing: number
}

/** All APIs of a run by all of its rulesets; each list has the worst first. */
export interface Fleet extends SeverityCounts {
  /** RFC 3339. */
  readonly started: string
  readonly dashboard: string
  readonly complete: boolean
  readonly outcome: Decision['kind']
  /** What the policy refuses of the run, and of no API by itself. Foreign texts. */
  readonly reasons: readonly string[]
  readonly excused: number
  readonly rulesets: readonly FleetCount[]
  readonly apis: readonly FleetApi[]
  /** Those that the earlier run alone found have no issues, and come last. */
  readonly rules: readonly FleetRule[]
  readonly owners: readonly FleetGroup[]
  /** Of local definitions; none where no folder has more than one. */
  readonly folders: readonly FleetGroup[]
  /** `note` says why the two runs cannot be compared, `apart` which APIs only one of them has. Foreign texts. */
  readonly earlier?: { readonly started: string; readonly note: string; readonly apart: string } | undefined
}

/** Names and owners of saved APIs, by id. */
export type KnownApis = ReadonlyMap<
  string,
  { readonly name?: string | undefined; readonly owners: readonly string[] }
>

const head = ['api', 'name', 'owners', 'ruleset', 'checked', ...severities, 'total']

export function fleetCsv({ apis, rulesets }: Fleet): string {
  const rows = apis.flatMap(({ id, name = '', owners, cells }) =>
    cells.flatMap((cell, index) => {
      const counts = [...severities.map((severity) => cell[`${severity}_count`]), addUpCounts(cell)]
      const ruleset = rulesets[index]?.name ?? ''
      return cell.asked ? [[id, name, owners.join(' '), ruleset, cell.checked ? 'yes' : 'no', ...counts]] : []
    }),
  )
  return csv([head, ...rows])
}

/** The addresses that a page links to. */
export interface FleetLinks {
  /** A saved API's page on the dashboard. */
  readonly api?: ((id: string) => string) | undefined
  /** The issues of an API, or of one rule in it, in the HTML report of the run. */
  readonly issues?: ((of: { readonly api: string; readonly rule?: FleetCount }) => string) | undefined
}

/** From an address with `{id}`. Throws GovError, usage. */
export function linkToApi(address: string): NonNullable<FleetLinks['api']> {
  if (!/^https?:\/\//i.test(address) || !address.includes('{id}')) {
    const hint = "Pass one such as 'https://dashboard.example/apis/{id}'."
    throw usageError('link-address', '--link is not an http or https address with {id} in it', hint)
  }
  return (id) => address.replaceAll('{id}', encodeURIComponent(replaceSurrogates(id)))
}

/** From the address of the HTML report, such as `gov.html` beside the page. Throws GovError, usage. */
export function linkToIssues(address: string): NonNullable<FleetLinks['issues']> {
  const isPlain = /^(?:https?:\/\/|(?!\/\/|[\w+.-]*:))[^\s#]+$/i.test(address)
  if (!isPlain) {
    const hint = 'Pass where it will be, seen from the page, such as gov.html or https://ci.example/gov.html.'
    throw usageError('report-address', '--report is not the address of an HTML report', hint)
  }
  return ({ api, rule }) => {
    const filters = new URLSearchParams({ api: replaceSurrogates(api) })
    if (rule) filters.set('rule', replaceSurrogates(rule.name))
    if (rule?.ruleset !== undefined) filters.set('ruleset', replaceSurrogates(rule.ruleset))
    return `${address}#${filters}`
  }
}

function replaceSurrogates(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
