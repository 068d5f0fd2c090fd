import type { Command } from 'commander'
import type { CheckRequest } from '../../check/check-request.ts'
import { namedFiles } from '../../check/definitions/find-matches.ts'
import { writeOutput } from '../../check/write-output.ts'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { findRepository } from '../../settings/load/fence.ts'
import type { Context } from '../../terminal/context.ts'
import { converse } from '../../terminal/conversation.ts'
import {
  type AskFlags,
  addRequestFlags,
  addTargetFlags,
  checkRequest,
} from '../../terminal/flags/ask-flags.ts'
import { collect } from '../../terminal/flags/setting-flags.ts'
import { askAbout } from './ask-about.ts'
import { writeDiff } from './diff-text.ts'
import type { FixOptions } from './edit-once.ts'
import { fixDefinitions } from './fix-definitions.ts'
import { suggestionsText } from './suggestions-text.ts'
import { summaryText } from './summary-text.ts'
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

A safe fix cannot change what an API means. The others need --unsafe, and texts for you to complete --placeholders:
gov check fails (gov:placeholder) until they are completed.
Only what a fix changes is edited: comments, quotes and order stay as they are.
Exit codes: 0 done, whatever is left; 1 with --diff, something to fix; 2 to 6 as gov check.`

interface FixFlags extends AskFlags {
  readonly interactive?: boolean
  readonly suggestions?: string
  readonly diff?: boolean
  readonly dryRun?: boolean
  readonly rule?: readonly string[]
  readonly unsafe?: boolean
  readonly placeholders?: boolean
  readonly policy?: string
}

export function add(command: Command, context: Context): void {
  command
    .description('Fixes issues in local OpenAPI files that gov check finds. Edits only what must change.')
    .argument('[file...]', 'OpenAPI file, folder or quoted glob to fix instead of those in the config')
    .option('--diff', 'print a unified diff and write nothing; exit 1 if there is something to fix')
    .option('--dry-run', 'print the summary and write nothing')
    .option('--interactive', 'show each fix at a terminal and ask whether to make it')
    .option('--suggestions <file>', 'write suggestions for a GitHub review to this file, and edit nothing')
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
  if (names.includes('-'))
    throw usageError('fix-stdin', 'gov fix edits files, and - is standard input', 'Name a file.')
  const { cwd, env, io } = context
  const request: CheckRequest = { ...checkRequest(flags, env, await namedFiles(names, cwd)), fixes: true }
  const { unsafe: allowsUnsafe, placeholders: allowsPlaceholders, rule: rules } = flags
  const options: FixOptions = { allowsUnsafe, allowsPlaceholders, rules }
  const fix = (more: Pick<FixOptions, 'accepts'>) => fixDefinitions(request, { ...options, ...more }, context)
  const result = flags.interactive
    ? await converse(context, (talk) => fix({ accepts: askAbout(talk, io.color.stderr) }), withoutQuestions)
    : await fix({})
  if (flags.diff) await writeDiff(result.files, context)
  if (flags.suggestions !== undefined) {
    const root = (await findRepository(cwd)) ?? cwd
    await writeOutput(context.sources, flags.suggestions, suggestionsText(result.files, cwd, root))
  }
  const writes = !flags.diff && !flags.dryRun && flags.suggestions === undefined
  if (writes) await writeFixes(result.files, cwd)
  const choosesRules = rules !== undefined
  await io.stderr.write(summaryText(result, { writes, choosesRules }))
  return flags.diff && result.files.length > 0 ? exitCodes.policy : exitCodes.pass
}

const withoutQuestions = 'Omit --interactive, or use --diff to see the fixes.'
