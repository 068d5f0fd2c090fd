import { getLongFlag } from './flags.ts'
import { settingNames, settingTable } from './table.ts'

type EnvironmentVariable = readonly [name: string, meaning: string]

/** Every variable that gov itself reads, in the order of the help. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  ...settingNames.flatMap((name): EnvironmentVariable[] => {
    const { variable, help = '', flag, isSecret } = settingTable[name]
    if (variable === undefined) return []
    const own: EnvironmentVariable = [
      variable,
      flag === undefined ? help : `${help}; also ${getLongFlag(flag)}`,
    ]
    return isSecret ? [own, [`${variable}_FILE`, 'file with the credential, instead']] : [own]
  }),
  ['GOV_POLICY', "policy file that replaces the config's policy, waivers and baseline; also --policy"],
  ['NODE_EXTRA_CA_CERTS', 'extra CA certificates that Node trusts; gov trusts them too'],
  ['HTTPS_PROXY', 'proxy for https URLs; also https_proxy'],
  ['HTTP_PROXY', 'proxy for http URLs; also http_proxy'],
  ['NO_PROXY', 'hosts that need no proxy; also no_proxy'],
  ['NO_COLOR', 'any value disables colour'],
  ['FORCE_COLOR', 'force colour, even without a terminal; 0 or false: no colour'],
  ['FORCE_HYPERLINK', 'force links to file locations; 0 or false: plain text'],
  ['TERM_PROGRAM', 'terminal name; some are known to support links'],
  ['VTE_VERSION', 'set by GNOME terminals; 5000 and later support links'],
  ['WT_SESSION', 'set by Windows Terminal, which supports links'],
  ['KONSOLE_VERSION', 'set by Konsole, which supports links'],
  ['KITTY_WINDOW_ID', 'set by kitty, which supports links'],
  ['TERM', 'dumb: no colour or links'],
  ['CI', 'any value except 0 or false: no colour or links'],
  ['GOV_PAGER', 'program that pages long tables at a terminal; empty or cat: none'],
  ['PAGER', 'the same, where GOV_PAGER is not set (default: less)'],
  ['COLUMNS', 'width of reports without a terminal (default: 80)'],
  ['GITHUB_ACTIONS', 'GitHub job: gov check annotates and adds a summary (--ci)'],
  ['GITHUB_STEP_SUMMARY', 'file for the job summary'],
  ['GITHUB_SHA', 'with GITHUB_SERVER_URL and GITHUB_REPOSITORY: the HTML report links to the lines'],
  ['CI_COMMIT_SHA', 'with CI_PROJECT_URL: the same in jobs of GitLab'],
  ['GITHUB_WORKSPACE', 'root of the checkout; file names in annotations are relative to it'],
  ['TF_BUILD', 'Azure Pipelines job: gov check annotates (--ci)'],
  ['TEAMCITY_VERSION', 'TeamCity build: gov check annotates (--ci)'],
  [
    'GITLAB_CI',
    'GitLab job: gov check notes which report files it reads; also JENKINS_URL, BITBUCKET_BUILD_NUMBER, CIRCLECI, BUILDKITE',
  ],
  [
    'GITHUB_BASE_REF',
    'target of a pull request, for --base auto; also CI_MERGE_REQUEST_DIFF_BASE_SHA, CI_MERGE_REQUEST_TARGET_BRANCH_NAME, SYSTEM_PULLREQUEST_TARGETBRANCH, BITBUCKET_PR_DESTINATION_BRANCH',
  ],
  ['GITHUB_EVENT_PATH', 'event of a merge queue, for --base auto; also GITHUB_EVENT_NAME'],
  [
    'GOV_HOOK',
    'set by gov hook to the work tree: packages are read there, and a check that passes prints its verdict only',
  ],
  ['npm_command', 'set by npx: gov init then suggests npx'],
  ['PATH', 'programs; gov hook install looks for gov there'],
  ['GOV_DEBUG', 'any value prints the stack trace of an internal error'],
]
