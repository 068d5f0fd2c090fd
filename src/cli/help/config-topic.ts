import { configKeys } from '../../settings/check-config.ts'
import { profiles, version } from '../../settings/file-rows.ts'
import { longOf } from '../../settings/flags.ts'
import { defaultText } from '../../settings/shown.ts'
import { type SettingName, table } from '../../settings/table.ts'
import { meaningsView } from '../terminal/views.ts'

const start = `Config

Found as .governance.yml (.yaml, .json), .governancerc (.yml, .yaml, .json), the
same in .config/, or "governance" in package.json, from the working directory up
to the root of the repository; or named with --config. Flags override the
environment, which overrides the profile, which overrides the rest of the
config. Unknown keys are refused.

`

const end = `
gov config validate says everything that is wrong with it, gov config show where
each value comes from, and gov config schema prints a JSON Schema for editors.
`

/** Where what to write does not say what it is for. */
const meanings: Readonly<Record<string, string>> = {
  'definitions[].file': 'Path of a JSON or YAML file.',
  'definitions[].api_id': 'Id of the file in reports and waivers, as a string.',
  'definitions[].api_name': 'Name of the API in reports.',
  'policy.rulesets.*.fail_on': 'Lowest severity of the ruleset that fails.',
  'policy.rulesets.*.max': 'Limits for the ruleset, such as "warn: 20".',
  'policy.rulesets.*.max.error': 'Maximum number of errors.',
  'policy.rulesets.*.max.warn': 'Maximum number of warnings.',
  'policy.rulesets.*.max.info': 'Maximum number of infos.',
  'policy.rulesets.*.max.hint': 'Maximum number of hints.',
  'waivers[].rule_id': 'Id of the waived rule; * matches any characters.',
  'waivers[].api_id': 'Only for this API or definition.',
  'waivers[].ruleset_id': 'Only for this ruleset.',
}

/** Every key of the config: what it means, its default and its flag. */
export function configTopic(width: number): string {
  const settings = configKeys.flatMap((name) => [[name, settingText(name)] as const, ...innerTexts(name)])
  const rows = [['version', version.hint] as const, ...settings, ['profiles', profiles.hint] as const]
  return start + meaningsView(rows, width) + end
}

function settingText(name: SettingName): string {
  const { hint, help, flag } = table[name]
  const meaning = help === undefined ? hint : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`
  const value = defaultText(name)
  const notes = [
    ...(flag?.isRepeatable ? ['A list.'] : []),
    ...(value === undefined ? [] : [`Default: ${value}.`]),
    ...(flag === undefined ? [] : [`Flag: ${longOf(flag)}.`]),
  ]
  return [meaning, ...notes].join(' ')
}

function innerTexts(name: SettingName): (readonly [string, string])[] {
  const inner = Object.entries(table[name].inner ?? {}).filter(([pattern]) => /\.\w+$/.test(pattern))
  return inner.map(([pattern, hint]) => {
    const key = `${name}${pattern.replace(/^\*/, '.*')}`
    return [key, meanings[key] ?? hint]
  })
}
