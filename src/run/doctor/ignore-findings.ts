import { ignoreKey } from '../../gate/inline/inline-ignores.ts'
import type { DefinitionIgnores } from '../../model/asked.ts'
import { listed, plural } from '../../reporters/wording.ts'
import { dashboardAddress } from '../../settings/dashboard-url.ts'
import type { Settings } from '../../settings/merge.ts'
import { type Finding, good, warnFinding } from './finding.ts'

/** Definitions that tell a dashboard what not to report. */
export function ignoreFindings(all: readonly DefinitionIgnores[], settings: Settings): Finding[] {
  const [first] = all
  if (first === undefined) return []
  const rules = [...new Set(all.flatMap((each) => each.rules))].sort()
  const names = rules.length === 0 ? '' : ` names ${listed(rules, mostNamed)}`
  const found = `${ignoreKey} in ${plural(all.length, 'definition')} (${first.file}:${first.line})${names}`
  if (settings['policy.inline_waivers']?.value === 'x-lint-ignore')
    return [good('definitions', `${found}: the policy lets it waive their issues`)]
  if (settings.ruleset_files || dashboardAddress(settings) === undefined)
    return [good('definitions', `${found}: it silences nothing here`)]
  return [
    warnFinding(
      'definitions',
      `${found}: a dashboard may drop their issues, so checks are incomplete`,
      'Remove the keys, or set policy.inline_waivers: x-lint-ignore to accept them.',
    ),
  ]
}

const mostNamed = 10
