import { dirname } from 'node:path'
import { unknownBreakingRules } from '../../check/breaking/rules/index.ts'
import { type OpenedConfig, requireFencedPaths, resolvePaths } from '../../check/config/load-config.ts'
import { exists } from '../../check/sources/exists.ts'
import { today, type World } from '../../check/world.ts'
import { type ConfigLayers, inspectConfig } from '../../settings/check-config.ts'
import type { PlacedProblem } from '../../settings/config-source.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { listNamedPaths, type NamedPath } from '../../settings/paths.ts'
import { dottedName } from '../../settings/problems.ts'
import { checkRules, isBuiltinRuleset } from '../../settings/rules.ts'
import type { Layer } from '../../settings/setting.ts'

/** An error, or a warning of what a check fails for unless a flag or the environment sets it. */
export interface ConfigFinding extends Pick<PlacedProblem, 'code' | 'message' | 'hint' | 'at'> {
  readonly severity: 'error' | 'warn'
}

type ConfigSurroundings = Pick<World, 'cwd' | 'now' | 'sources'>

/** Finds all problems of a config and its profiles that need no dashboard. Throws GovError, usage. */
export async function inspectConfigFile(
  opened: OpenedConfig,
  trustPaths: boolean | undefined,
  world: ConfigSurroundings,
): Promise<readonly ConfigFinding[]> {
  const { values, problems } = inspectConfig(opened.source)
  if (values === undefined) return problems.map((problem) => ({ ...problem, severity: 'error' }))
  await requireFencedPaths(values, opened, trustPaths)
  const fromHere = (layer: Layer): Layer => resolvePaths(layer, opened.file, world.cwd)
  return listFindings(values, fromHere, world)
}

/** Lists the problems that a check by this config alone, or with one of its profiles, would meet without a dashboard. */
async function listFindings(
  { layer, profiles }: ConfigLayers,
  fromHere: (layer: Layer) => Layer,
  world: ConfigSurroundings,
): Promise<ConfigFinding[]> {
  const findings = [
    ...brokenRules(layer),
    ...strayBreaking(layer),
    ...(await findOutdated(fromHere(layer), world)),
  ]
  for (const [name, own] of profiles) {
    const broken = brokenRules(own, layer).filter(({ message }) =>
      findings.every((finding) => finding.message !== message),
    )
    findings.push(
      ...broken.map((configFinding) => ({
        ...configFinding,
        message: `profile ${name}: ${configFinding.message}`,
      })),
    )
    findings.push(...strayBreaking(own), ...(await findOutdated(fromHere(own), world)))
  }
  return findings
}

/** A flag or the environment may still set what these miss. All others are errors of the file. */
const warnOnlyCodes: readonly string[] = [
  'dashboard-missing',
  'workspace-missing',
  'selector-missing',
  'target-missing',
]

function brokenRules(...layers: readonly Layer[]): ConfigFinding[] {
  const settings = mergeSettings(...layers)
  return checkRules(settings)
    .flatMap((rule) => rule(settings) ?? [])
    .map(({ code, message, hint }) => {
      return { code, message, hint, severity: warnOnlyCodes.includes(code) ? 'warn' : 'error' }
    })
}

function strayBreaking({ 'policy.breaking_rules': rules }: Layer): readonly ConfigFinding[] {
  const unknown = rules === undefined ? [] : unknownBreakingRules(rules)
  return unknown.map(({ code, message, hint }) => ({ code, message, hint, severity: 'error' }))
}

/** Files that are not there, and waivers that have expired. */
async function findOutdated(
  layer: Layer,
  { cwd, now, sources }: ConfigSurroundings,
): Promise<ConfigFinding[]> {
  const findings: ConfigFinding[] = []
  for (const named of listNamedPaths(layer)) {
    const file = named.use === 'write' ? dirname(named.path) : named.path
    if (isBuiltinRuleset(file)) continue
    // Register the path, so that a watcher notices when the file appears or vanishes.
    await sources.note(file)
    const isDefinition = named.at.includes('definitions')
    if (isDefinition && file.startsWith('!')) continue
    const isGlob = isDefinition && sources.isGlob(file)
    const isThere = isGlob ? (await sources.search(file)).length > 0 : await exists(cwd, file)
    if (!isThere) findings.push(missingFileFinding(named, file))
  }
  const day = today(now())
  for (const { rule_id, expires } of layer.waivers?.value ?? []) {
    if (expires >= day) continue
    findings.push({
      code: 'waiver-expired',
      severity: 'warn',
      message: `${layer.waivers?.origin.place}: the waiver of ${rule_id} expired on ${expires}`,
      hint: 'Fix the issues and delete it, or set a new date.',
    })
  }
  return findings
}

function missingFileFinding({ name, at, use, origin }: NamedPath, file: string): ConfigFinding {
  const setting = use === 'write' ? `the folder of ${name}` : name === 'checks' ? dottedName(at) : name
  return {
    code: 'file-absent',
    severity: 'warn',
    message: `${origin.place}: ${setting} is ${file}, which does not exist`,
    hint: 'Create it before gov check runs, or fix the path. It is relative to the config.',
  }
}
