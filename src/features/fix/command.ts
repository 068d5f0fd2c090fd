import type { Command } from 'commander'
import { writeOutput } from '../../check/reports/write-output.ts'
import { findRepository } from '../../check/sources/fence.ts'
import type { CheckRequest } from '../../check/types.ts'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { unifiedDiff } from '../../core/text/unified-diff.ts'
import { jsonText } from '../../reporters/json-text.ts'
import type { Context } from '../../terminal/context.ts'
import { type Conversation, converse } from '../../terminal/conversation.ts'
import {
  type AskFlags,
  addRequestFlags,
  addTargetFlags,
  checkRequest,
  filesToCheck,
} from '../../terminal/flags/ask-flags.ts'
import { collect, createEnum } from '../../terminal/flags/setting-flags.ts'
import type { FixOptions } from './edit-once.ts'
import { fixDefinitions } from './fix-definitions.ts'
import type { FixResult, IssueProposal } from './fix-result.ts'
import { byPlace } from './propose/change.ts'
import { fixJson, printable, suggestionsText, summaryText, writeDiff } from './views.ts'
import { writeFixes } from './write-fixes.ts'

const examples = `
Examples:
  gov fix
      what the config checks
  gov fix openapi.yaml --diff
      show what would change; write nothing
  gov fix --rule 'openapi-tags*' --rule operation-tag-defined
      only these rules
  gov fix --unsafe --placeholders --dry-run
      count what all fixes would do
  gov fix - --stdin-filepath openapi.yaml < openapi.yaml > fixed.yaml
      standard input, fixed, to standard output

A safe fix changes nothing that a client, a server or generated code can tell. The others need --unsafe, and texts for you to complete --placeholders:
gov check fails (gov:placeholder) until they are completed.
Only what a fix changes is edited: comments, quotes and order stay as they are.
Exit codes: 0 done, whatever is left; 1 with --diff or --exit-non-zero-on-fix, something to fix; 2 to 6 as gov check.`

interface FixFlags extends AskFlags {
  readonly interactive?: boolean
  readonly suggestions?: string
  readonly diff?: boolean
  readonly dryRun?: boolean
  readonly format: 'text' | 'json'
  readonly exitNonZeroOnFix?: boolean
  readonly stdinFilepath?: string
  readonly rule?: readonly string[]
  readonly unsafe?: boolean
  readonly placeholders?: boolean
  readonly policy?: string
}

export function add(command: Command, context: Context): void {
  command
    .description('Fixes issues in local OpenAPI files that gov check finds. Edits only what must change.')
    .argument(
      '[file...]',
      'OpenAPI file, folder or quoted glob to fix instead of those in the config; - for stdin to stdout',
    )
    .option('--diff', 'print a unified diff and write nothing; exit 1 if there is something to fix')
    .option('--dry-run', 'print the summary and write nothing')
    .option('--interactive', 'show each fix at a terminal and ask whether to make it')
    .option('--suggestions <file>', 'write suggestions for a GitHub review to this file, and edit nothing')
    .addOption(createEnum('--format <format>', 'format of the summary', ['text', 'json'], 'text'))
    .option('--exit-non-zero-on-fix', 'exit 1 if something is fixed, or would be')
    .option('--stdin-filepath <file>', 'the file that standard input is fixed as, for overrides and $refs')
    .option('--rule <rule>', 'fix only this rule, such as "openapi-tags*"; repeatable', collect)
    .option('--unsafe', 'also make fixes that may change what the API means')
    .option('--placeholders', 'also write texts for you to complete; gov check fails until they are')
  addTargetFlags(command).option(
    '--policy <file>',
    "policy file that replaces the config's policy, waivers and baseline (env: GOV_POLICY)",
  )
  addRequestFlags(command)
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action((names: readonly string[], flags: FixFlags) => runFix(names, flags, context))
}

async function runFix(names: readonly string[], flags: FixFlags, context: Context): Promise<number> {
  const isGiven = names.includes('-')
  if (isGiven) refuseBesideInput(names, flags)
  const { env, io } = context
  const files = await filesToCheck(names, context, flags)
  const isNameless = isGiven && flags.stdinFilepath === undefined
  const request: CheckRequest = { ...checkRequest(flags, env, files), isNameless, fixes: true }
  const { unsafe: allowsUnsafe, placeholders: allowsPlaceholders, rule: rules } = flags
  const writes = !flags.diff && !flags.dryRun && flags.suggestions === undefined
  const options: FixOptions = { allowsUnsafe, allowsPlaceholders, rules, writes, ownFileOnly: isGiven }
  const fix = (more: Pick<FixOptions, 'accepts'>) => fixDefinitions(request, { ...options, ...more }, context)
  const result = flags.interactive
    ? await converse(context, (talk) => fix({ accepts: askAbout(talk, io.color.stderr) }), withoutQuestions)
    : await fix({})
  await writeResult(result, { flags, writes, given: isGiven ? files[0] : undefined }, context)
  const fails = flags.diff || flags.exitNonZeroOnFix
  return fails && result.files.length > 0 ? exitCodes.policy : exitCodes.pass
}

interface Writing {
  readonly flags: FixFlags
  readonly writes: boolean
  /** The name of standard input, which goes to standard output. */
  readonly given: string | undefined
}

async function writeResult(
  result: FixResult,
  { flags, writes, given }: Writing,
  context: Context,
): Promise<void> {
  const { cwd, io, sources } = context
  const isJson = flags.format === 'json'
  if (flags.diff && !isJson) await writeDiff(result.files, context)
  if (flags.suggestions !== undefined) {
    const root = (await findRepository(cwd)) ?? cwd
    await writeOutput(sources, flags.suggestions, suggestionsText(result.files, cwd, root))
  }
  if (writes && given === undefined) await writeFixes(result.files, cwd)
  if (writes && given !== undefined) await io.stdout.write(renderFixed(given, result, context))
  const did = { writes, choosesRules: flags.rule !== undefined }
  if (isJson)
    await io.stdout.write(
      `${jsonText(fixJson(result, { ...did, showsDiff: flags.diff === true }, cwd), 2)}\n`,
    )
  else await io.stderr.write(summaryText(result, did))
}

/** As it came, where nothing is fixed. */
function renderFixed(given: string, { files }: FixResult, { sources }: Context): string {
  const [fixed] = files
  return fixed
    ? fixed.mark + fixed.after
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(sources.given(given))
}

/** Throws GovError, usage: standard input goes to standard output, and to nothing else. */
function refuseBesideInput(names: readonly string[], flags: FixFlags): void {
  const wrong =
    (names.length > 1 && 'another file') ||
    (flags.format === 'json' && !flags.diff && !flags.dryRun && '--format json') ||
    (flags.interactive && '--interactive') ||
    (flags.suggestions !== undefined && '--suggestions')
  if (!wrong) return
  const hint = 'Run gov fix twice.'
  throw usageError('fix-stdin', `- fixes standard input to standard output, and ${wrong} is beside it`, hint)
}

const withoutQuestions = 'Omit --interactive, or use --diff to see the fixes.'

type UserAnswer = 'yes' | 'no' | 'rule' | 'all' | 'quit'

/** Shows each fix and asks once about it. After `rule` no more of its rule are made, after `quit` none; those before are. */
function askAbout({ ask, show }: Conversation, color: boolean): NonNullable<FixOptions['accepts']> {
  const answers = new Map<string, boolean>()
  const unwanted = new Set<string>()
  let rest: boolean | undefined
  return async ({ alike: [proposal], readText, number }) => {
    const key = createKey(proposal)
    const { rule_id: rule } = proposal.issue
    const known = answers.get(key) ?? (unwanted.has(rule) ? false : rest)
    if (known !== undefined) return known
    const diffs = proposal.files.map(({ file, edits }) =>
      unifiedDiff(file, readText(file), [...edits].sort(byPlace)),
    )
    await show(`${renderTitle(proposal)}\n${printable(diffs.join(''), color)}`)
    const answer = await ask(
      `${number}. Make this fix? [y]es, [n]o, [r]ule: none of it, [a]ll, [q]uit:`,
      readAnswer,
    )
    if (answer === 'rule') unwanted.add(rule)
    if (answer === 'all' || answer === 'quit') rest = answer === 'all'
    const isAccepted = answer === 'yes' || answer === 'all'
    answers.set(key, isAccepted)
    return isAccepted
  }
}

function createKey({ issue, path }: IssueProposal): string {
  return JSON.stringify([issue.file, issue.rule_id, path, issue.message])
}

function renderTitle({ issue, kind }: IssueProposal): string {
  return oneLine(`${issue.rule_id}${kind === 'safe' ? '' : ` (${kind})`}: ${issue.message}`)
}

function readAnswer(text: string): UserAnswer {
  const answers: readonly UserAnswer[] = ['yes', 'no', 'rule', 'all', 'quit']
  const found = answers.find((answer) => text !== '' && answer.startsWith(text.toLowerCase()))
  if (found) return found
  throw usageError('answer-unknown', `"${text}" is not one of the answers`, 'Type y, n, r, a or q.')
}
