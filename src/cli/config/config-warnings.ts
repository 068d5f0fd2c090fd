import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { GovError } from '../../model/errors.ts'
import type { PlacedProblem } from '../../settings/check-config.ts'
import type { LoadedConfig } from '../../settings/load.ts'
import { checkRules } from '../../settings/rules.ts'
import { mergeSettings, type Setting } from '../../settings/settings.ts'
import type { Context } from '../terminal/context.ts'

/** What is wrong, or (a warning) what a check would miss unless its flags or its environment say it. */
export interface ConfigFinding extends Pick<PlacedProblem, 'code' | 'message' | 'hint' | 'at'> {
  readonly severity: 'error' | 'warn'
}

/** What a flag or the environment may still say; anything else that the rules refuse is wrong in the file itself. */
const sayable: readonly string[] = [
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
  const settings = mergeSettings({}, {}, layer)
  const broken = checkRules(settings)
    .flatMap((rule) => rule(settings) ?? [])
    .map(ofRule)
  const files = [
    ...filesOf('definitions', layer.definitions, (each) => each.file),
    ...filesOf('dashboard.workspace', layer['dashboard.workspace']),
    ...filesOf('ruleset_files', layer.ruleset_files, (file) => file),
    ...filesOf('baseline', layer.baseline),
    ...filesOf('dashboard.ca_file', layer['dashboard.ca_file']),
    ...filesOf('dashboard.cert_file', layer['dashboard.cert_file']),
    ...filesOf('dashboard.key_file', layer['dashboard.key_file']),
    ...filesOf('the folder of reports', layer.reports, ({ output }) => dirname(output)),
  ]
  const missing = await Promise.all(
    files.map(async (file) => ((await exists(cwd, file)) ? [] : [absent(file)])),
  )
  const today = now().toISOString().slice(0, 10)
  const expired = (layer.waivers?.value ?? []).filter(({ expires }) => expires < today)
  return [...broken, ...missing.flat(), ...expired.map((waiver) => expiry(waiver, layer.waivers))]
}

function ofRule({ code, message, hint }: GovError): ConfigFinding {
  return { code, message, hint, severity: sayable.includes(code) ? 'warn' : 'error' }
}

interface NamedFile {
  readonly setting: string
  readonly place: string
  readonly file: string
}

function filesOf(setting: string, found: Setting<string> | undefined): NamedFile[]
function filesOf<Item>(
  setting: string,
  found: Setting<readonly Item[]> | undefined,
  fileOf: (item: Item) => string,
): NamedFile[]
function filesOf<Item>(
  setting: string,
  found: Setting<string | readonly Item[]> | undefined,
  fileOf?: (item: Item) => string,
): NamedFile[] {
  if (found === undefined) return []
  const { value, origin } = found
  const names = typeof value === 'string' ? [value] : value.flatMap((item) => fileOf?.(item) ?? [])
  return names.map((file) => ({ setting, place: origin.place, file }))
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
    message: `${place}: ${setting} names ${file}, which is not there`,
    hint: 'Make it before gov check runs, or correct the path: it is relative to the config.',
  }
}

function expiry(
  { rule_id, expires }: { readonly rule_id: string; readonly expires: string },
  waivers: Setting<unknown> | undefined,
): ConfigFinding {
  return {
    code: 'waiver-expired',
    severity: 'warn',
    message: `${waivers?.origin.place}: the waiver of ${rule_id} ended on ${expires}`,
    hint: 'Mend what it excused and delete it, or give it a new day.',
  }
}
