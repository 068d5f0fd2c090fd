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
    meaning: "a file in place of the config's policy, waivers and baseline; also --policy",
  },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'certificate authorities that Node trusts; gov keeps them' },
  { name: 'HTTPS_PROXY', meaning: 'the proxy for https addresses; also https_proxy' },
  { name: 'HTTP_PROXY', meaning: 'the proxy for http addresses; also http_proxy' },
  { name: 'NO_PROXY', meaning: 'hosts that are reached without a proxy; also no_proxy' },
  { name: 'NO_COLOR', meaning: 'set to anything: no colour' },
  { name: 'FORCE_COLOR', meaning: 'colour also where there is no terminal; 0 or false: none' },
  {
    name: 'FORCE_HYPERLINK',
    meaning: 'places in files as links of the terminal; 0 or false: as text',
  },
  { name: 'TERM_PROGRAM', meaning: 'the terminal, as most set it; some are known to have links' },
  { name: 'VTE_VERSION', meaning: 'set by terminals of GNOME: from 5000 on they have links' },
  { name: 'WT_SESSION', meaning: 'set by Windows Terminal, which has links' },
  { name: 'KONSOLE_VERSION', meaning: 'set by Konsole, which has links' },
  { name: 'KITTY_WINDOW_ID', meaning: 'set by kitty, which has links' },
  { name: 'TERM', meaning: 'dumb: no colour and no links' },
  { name: 'CI', meaning: 'set to anything but 0 or false: no colour and no links' },
  { name: 'COLUMNS', meaning: 'the width where there is no terminal (default: 80)' },
  { name: 'GITHUB_ACTIONS', meaning: 'a job of GitHub: gov check annotates and adds a summary (--ci)' },
  { name: 'GITHUB_STEP_SUMMARY', meaning: 'the file of the job for its summary' },
  { name: 'GITHUB_WORKSPACE', meaning: 'the root of its checkout, from which annotations name files' },
  { name: 'TF_BUILD', meaning: 'a job of Azure Pipelines: gov check annotates (--ci)' },
  { name: 'TEAMCITY_VERSION', meaning: 'a build of TeamCity: gov check annotates (--ci)' },
  {
    name: 'GITLAB_CI',
    meaning:
      'a job of GitLab: gov check tells of the files that it reads; likewise JENKINS_URL, BITBUCKET_BUILD_NUMBER, CIRCLECI, BUILDKITE',
  },
  { name: 'npm_command', meaning: 'set by npx: gov init then tells of npx gov' },
  { name: 'GOV_DEBUG', meaning: 'set to anything: the stack of an unexpected fault in gov itself' },
]
