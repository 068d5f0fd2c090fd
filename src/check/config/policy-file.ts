import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { isReservedId } from '../../core/model/breaking.ts'
import { usageError } from '../../core/model/errors.ts'
import { once } from '../../core/model/once.ts'
import { version } from '../../settings/check-config.ts'
import { groupKeys } from '../../settings/check-value.ts'
import { findPlace, inspectSource, placedError } from '../../settings/config-source.ts'
import { choiceSchema, createListSchema, httpUrl } from '../../settings/kinds.ts'
import { type Requirements, requireSchema } from '../../settings/policy-schema.ts'
import { dottedName } from '../../settings/problems.ts'
import { readMapping } from '../../settings/read-layer.ts'
import { id, type Row } from '../../settings/row.ts'
import { isPin } from '../../settings/rules.ts'
import type { Layer, Setting } from '../../settings/setting.ts'
import { settingNames, settingTable } from '../../settings/table.ts'
import { readConfigSource } from './read-config-source.ts'

const allowSchema = once(() => createListSchema(choiceSchema(['waivers', 'baseline']), (name) => name))
type Allowed = z.output<ReturnType<typeof allowSchema>>

const allow: Row<Allowed> = {
  schema: allowSchema,
  hint: 'Write what the config may add: waivers, baseline or both.',
  inner: { '[]': 'Write "waivers" or "baseline", each once.' },
}

const allowRemote: Row<readonly string[]> = {
  schema: () => createListSchema(httpUrl(), (address) => address),
  hint: 'Write the hosts or URLs from which definitions, rulesets and references may be read.',
  inner: { '[]': 'Write an https URL, such as https://specs.example.com/.' },
}

/** What must hold, by key of `require`: the hint of a mistake there, and what the page of policy files says. */
export const requirements: Readonly<Record<keyof Requirements, string>> = {
  definitions: 'Write the definitions that must be checked. One that has become a link has another name.',
  api_ids:
    'Write the ids of APIs that must be checked; one such as "pay*" stands for every API of the dashboard that it matches.',
  categories: 'Write the categories of rulesets that must be checked.',
  ruleset_ids: 'Write the ids of rulesets that must be requested, or run by a category, and be active.',
  all_definitions:
    'Write true if every OpenAPI file of the repository must be checked: also hidden ones, those behind links and those that Git ignores, but not in folders of dependencies, builds and tools (node_modules, dist, vendor, .git, .venv and the like).',
  except_definitions:
    'Write globs of files, by their real paths, that all_definitions does not mean, such as "*.tmpl" or "test/**".',
  dashboard:
    'Write the URL of the dashboard that must be asked, or "embedded": ids mean nothing on another dashboard.',
  workspace: 'Write a folder: the embedded sandbox must serve the same files.',
  ruleset_files:
    'Write files: local rulesets must equal these, with all that they extend, and have their ids.',
}

const required: Row<Requirements> = {
  schema: requireSchema,
  hint: 'Write dashboard, workspace, api_ids, definitions, all_definitions, except_definitions, ruleset_ids, ruleset_files or categories under require.',
  inner: {
    ...Object.fromEntries(Object.entries(requirements).map(([key, hint]) => [`.${key}`, hint])),
    '.api_ids[]': id,
    '.ruleset_ids[]': id,
  },
}

const rows = { ...settingTable, version, allow, allow_remote: allowRemote, require: required }
const policyNames = settingNames.filter((name) => name.startsWith('policy.'))
const known = once(() => {
  const requiredNames = Object.keys(requireSchema().shape).map((name) => `require.${name}`)
  return groupKeys(['version', ...policyNames, 'waivers', 'allow', 'allow_remote', ...requiredNames])
})

/** A policy from a place that the change under review cannot edit. */
export interface PolicyFile {
  readonly name: string
  readonly layer: Layer
  /** The parts of the config that still count under the policy. */
  readonly allow: Allowed
  /** URLs that may be read, as by `--allow-remote`. */
  readonly allowRemote: readonly string[]
  readonly required: Requirements
}

/** The file that `--policy` or `GOV_POLICY` names. Throws GovError, usage. */
export async function loadPolicy(cwd: string, name: string): Promise<PolicyFile> {
  if (name.trim() === '') {
    const hint = "Pass a policy file, or unset it to use the config's policy."
    throw usageError('policy-not-found', '--policy or GOV_POLICY is empty', hint)
  }
  const source = await readConfigSource(resolve(cwd, name), name, 'policy')
  const read = readMapping(source.value, {
    rows,
    wording: { code: 'config-invalid', renderName: dottedName, groups: known() },
    findOrigin: (path) => ({ source: 'policy', place: findPlace(source, path) }),
  })
  const { values, problems } = inspectSource(source, read)
  if (values === undefined) throw placedError(problems, name)
  const { version: _version, allow: allowed, allow_remote: remote, require: needed, ...layer } = values
  refusePinsWithoutId(needed, layer)
  return {
    name,
    layer,
    allow: allowed?.value ?? [],
    allowRemote: remote?.value ?? [],
    required: resolveTrustedPaths(needed?.value ?? {}, name),
  }
}

/** Refuses a pin without an id: its rules under another id would be judged by that id's policy. Throws GovError, usage. */
function refusePinsWithoutId(needed: Setting<Requirements> | undefined, layer: Layer): void {
  const pin = needed?.value.ruleset_files?.find((name) => name.startsWith('sha256:'))
  const named = [
    ...Object.keys(layer['policy.rulesets']?.value ?? {}),
    ...(layer.waivers?.value ?? []).flatMap(({ ruleset_id }) => ruleset_id ?? []),
  ].find((id) => !isReservedId(id))
  if (needed === undefined || pin === undefined || named === undefined) return
  throw usageError(
    'policy-pin-without-id',
    `${needed.origin.place}: require.ruleset_files has ${pin} without a ruleset id, but the policy treats ruleset ${named} differently`,
    `Put the id in front, such as rules@${pin} for rules.yaml.`,
  )
}

/** Trusted copies are in the trusted checkout, next to the policy. */
function resolveTrustedPaths(
  { ruleset_files, workspace, ...others }: Requirements,
  policy: string,
): Requirements {
  const trusted = (path: string) => (isPin(path) || isAbsolute(path) ? path : join(dirname(policy), path))
  return {
    ...others,
    ...(ruleset_files && { ruleset_files: ruleset_files.map(trusted) }),
    ...(workspace !== undefined && { workspace: trusted(workspace) }),
  }
}

/** Drops a config's own policy, and its waivers and baseline unless the policy file allows them. */
export function limitConfig(config: Layer, { layer, allow: allowed }: PolicyFile): Layer {
  const counted = { ...config }
  for (const name of policyNames) delete counted[name]
  if (!allowed.includes('waivers')) delete counted.waivers
  if (!allowed.includes('baseline')) delete counted.baseline
  const own = layer.waivers && {
    ...layer.waivers,
    value: layer.waivers.value.map((waiver) => ({ ...waiver, by_policy: true })),
  }
  const waivers =
    own && counted.waivers
      ? { ...own, value: [...own.value, ...counted.waivers.value] }
      : (own ?? counted.waivers)
  return { ...counted, ...layer, ...(waivers && { waivers }) }
}
