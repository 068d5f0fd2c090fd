import { exitCodes } from '../../model/errors.ts'
import { meaningsView } from '../terminal/views.ts'

const exitCodesTopic = `Exit codes

  ${exitCodes.pass}    pass            all that was asked for was evaluated, and is accepted
  ${exitCodes.policy}    policy failed   evaluated completely; the policy does not accept it
  ${exitCodes.usage}    usage           a flag, the config, a definition or a ruleset must change
  ${exitCodes.access}    access          401 or 403: credential, permission, ownership or licence
  ${exitCodes.unavailable}    unavailable     network, TLS, timeout, 5xx, or not the contract's answer
  ${exitCodes.incomplete}    incomplete      cut or failed in part, no ruleset ran, or an API left out
  ${exitCodes.not_found}    not found       an id that the dashboard does not know
  ${exitCodes.bug}   bug             an unexpected fault in gov itself
  ${exitCodes.interrupted}  interrupted     Ctrl-C (SIGINT)
  ${exitCodes.terminated}  terminated      SIGTERM, SIGHUP or SIGQUIT

When several hold, the first of 130, 143, 70, 2, 3, 4, 6, 5, 1 wins.
Only 0 means that everything asked for was checked and accepted.
`

const strictnessTopic = `Strictness

  strict       errors and warnings fail
  standard     errors fail
  permissive   no issue fails

Only rulesets whose action is not "none" gate; the issues of the others are
reported. --strictness stands for fail_on: warn, error or never with
advisory_actions: ["none"], and replaces fail_on, max, rulesets and
advisory_actions of the config. An evaluation that was cut or failed in part
never passes.

The names are those of the vendor's reference script. Its exit codes are not: it
exits 2 on errors, on wrong usage and on what could not run, and 1 on warnings
under strict. gov exits 1 when the policy fails, and gives every other case a
code of its own (gov help exit-codes). Without --strictness, the policy is the
config's.
`

/** What there is help on beside the commands, in the order of the help. */
export const topicNames = ['exit-codes', 'strictness', 'environment', 'formats', 'config'] as const
export type TopicName = (typeof topicNames)[number]

/** The texts, made when they are asked for, in at most `width` columns. */
export const topics: Readonly<Record<TopicName, (width: number) => string | Promise<string>>> = {
  'exit-codes': () => exitCodesTopic,
  strictness: () => strictnessTopic,
  environment: async (width) => {
    const { environmentVariables } = await import('../../settings/environment-variables.ts')
    const shards = "gov check --shard auto also reads the CI system's variables for parallel jobs."
    return `Environment\n\n${meaningsView(environmentVariables, width)}\n${shards}\n`
  },
  formats: async (width) => {
    const { formatMeanings } = await import('../../reporters/index.ts')
    const end =
      'gov check --format json --output gov.json writes one; --output sarif=gov.sarif\nwrites one more beside what is printed, and may be given several times.\n'
    return `Formats\n\n${meaningsView(Object.entries(formatMeanings), width)}\n${end}`
  },
  config: async (width) => (await import('./config-topic.ts')).configTopic(width),
}
