import { longOf } from './flags.ts'
import { type SettingName, settingNames, table } from './table.ts'

/** A variable that gov looks at. */
export interface EnvironmentVariable {
  readonly name: string
  readonly meaning: string
}

function variablesOf(name: SettingName): EnvironmentVariable[] {
  const { variable, help = '', flag, isSecret } = table[name]
  if (variable === undefined) return []
  const meaning = flag === undefined ? help : `${help}; also ${longOf(flag)}`
  const own = { name: variable, meaning }
  return isSecret ? [own, { name: `${variable}_FILE`, meaning: 'file with the credential, instead' }] : [own]
}

/** Every variable that gov itself reads, in the order of the help. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  ...settingNames.flatMap(variablesOf),
  {
    name: 'GOV_POLICY',
    meaning: "policy file that replaces the config's policy, waivers and baseline; also --policy",
  },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'extra CA certificates that Node trusts; gov trusts them too' },
  { name: 'HTTPS_PROXY', meaning: 'proxy for https URLs; also https_proxy' },
  { name: 'HTTP_PROXY', meaning: 'proxy for http URLs; also http_proxy' },
  { name: 'NO_PROXY', meaning: 'hosts that need no proxy; also no_proxy' },
  { name: 'NO_COLOR', meaning: 'any value disables colour' },
  { name: 'FORCE_COLOR', meaning: 'force colour, even without a terminal; 0 or false: no colour' },
  {
    name: 'FORCE_HYPERLINK',
    meaning: 'force links to file locations; 0 or false: plain text',
  },
  { name: 'TERM_PROGRAM', meaning: 'terminal name; some are known to support links' },
  { name: 'VTE_VERSION', meaning: 'set by GNOME terminals; 5000 and later support links' },
  { name: 'WT_SESSION', meaning: 'set by Windows Terminal, which supports links' },
  { name: 'KONSOLE_VERSION', meaning: 'set by Konsole, which supports links' },
  { name: 'KITTY_WINDOW_ID', meaning: 'set by kitty, which supports links' },
  { name: 'TERM', meaning: 'dumb: no colour or links' },
  { name: 'CI', meaning: 'any value except 0 or false: no colour or links' },
  { name: 'COLUMNS', meaning: 'width without a terminal (default: 80)' },
  { name: 'GITHUB_ACTIONS', meaning: 'GitHub job: gov check annotates and adds a summary (--ci)' },
  { name: 'GITHUB_STEP_SUMMARY', meaning: 'file for the job summary' },
  { name: 'GITHUB_WORKSPACE', meaning: 'root of the checkout; file names in annotations are relative to it' },
  { name: 'TF_BUILD', meaning: 'Azure Pipelines job: gov check annotates (--ci)' },
  { name: 'TEAMCITY_VERSION', meaning: 'TeamCity build: gov check annotates (--ci)' },
  {
    name: 'GITLAB_CI',
    meaning:
      'GitLab job: gov check notes which report files it reads; also JENKINS_URL, BITBUCKET_BUILD_NUMBER, CIRCLECI, BUILDKITE',
  },
  { name: 'npm_command', meaning: 'set by npx: gov init then suggests npx gov' },
  { name: 'GOV_DEBUG', meaning: 'any value prints the stack trace of an internal error' },
]
