import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { GovError } from '../../model/errors.ts'
import type { PlacedProblem } from '../../settings/config-source.ts'
import type { LoadedConfig } from '../../settings/load/load-config.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { type NamedPath, pathsIn } from '../../settings/paths.ts'
import { checkRules } from '../../settings/rules.ts'
import type { Setting } from '../../settings/setting.ts'
import type { Context } from '../terminal/context.ts'

/** What is wrong, or (a warning) what a check would miss unless its flags or its environment say it. */
export interface ConfigFinding extends Pick<PlacedProblem, 'code' | 'message' | 'hint' | 'at'> {
  readonly severity: 'error' | 'warn'
}

/** What a flag or the environment may still say; anything else that the rules refuse is wrong in the file itself. */
const warnOnlyCodes: readonly string[] = [
  'dashboard-missing',
  'workspace-missing',
  'selector-missing',
  'target-missing',
]

/** What a check would meet that goes by this config alone, as far as that can be told without a dashboard. */
export async function configWarnings(
  { layer }: LoadedConfig,
  { cwd, now }: Context,
): Promise<ConfigFinding[]> {
  const settings = mergeSettings(layer)
  const broken = checkRules(settings)
    .flatMap((rule) => rule(settings) ?? [])
    .map(ofRule)
  const files = pathsIn(layer).map(namedFile)
  const missing = await Promise.all(
    files.map(async (file) => ((await exists(cwd, file)) ? [] : [absent(file)])),
  )
  const today = now().toISOString().slice(0, 10)
  const expired = (layer.waivers?.value ?? []).filter(({ expires }) => expires < today)
  return [...broken, ...missing.flat(), ...expired.map((waiver) => expiry(waiver, layer.waivers))]
}

function ofRule({ code, message, hint }: GovError): ConfigFinding {
  return { code, message, hint, severity: warnOnlyCodes.includes(code) ? 'warn' : 'error' }
}

interface NamedFile {
  readonly setting: string
  readonly place: string
  readonly file: string
}

function namedFile({ name, path, use, origin }: NamedPath): NamedFile {
  return use === 'write'
    ? { setting: `the folder of ${name}`, place: origin.place, file: dirname(path) }
    : { setting: name, place: origin.place, file: path }
}

async function exists(cwd: string, { file }: NamedFile): Promise<boolean> {
  return stat(resolve(cwd, file)).then(
    () => true,
    () => false,
  )
}

function absent({ setting, place, file }: NamedFile): ConfigFinding {
  return {
    code: 'file-absent',
    severity: 'warn',
    message: `${place}: ${setting} is ${file}, which does not exist`,
    hint: 'Create it before gov check runs, or fix the path. It is relative to the config.',
  }
}

function expiry(
  { rule_id, expires }: { readonly rule_id: string; readonly expires: string },
  waivers: Setting<unknown> | undefined,
): ConfigFinding {
  return {
    code: 'waiver-expired',
    severity: 'warn',
    message: `${waivers?.origin.place}: the waiver of ${rule_id} expired on ${expires}`,
    hint: 'Fix the issues and delete it, or set a new date.',
  }
}
