import { type Command, Option } from 'commander'
import { listBaseline } from '../../check/excuses/baseline-file.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { plural } from '../../core/text/wording.ts'
import type { Context } from '../../terminal/context.ts'
import {
  type AskFlags,
  addRequestFlags,
  addTargetFlags,
  checkRequest,
  filesToCheck,
} from '../../terminal/flags/ask-flags.ts'
import { linesView } from '../../terminal/views.ts'
import { type BaselineChange, createBaseline, pruneBaseline, updateBaseline } from './write-baseline.ts'

export function add(baseline: Command, context: Context): void {
  baseline.description(
    'The baseline is a file of known issues. They are reported but do not count.\n' +
      'An issue is the same if its API, ruleset, rule, path and message are the same. Its line does not matter.',
  )
  const evaluating = (command: Command, summary: string) =>
    addRequestFlags(addTargetFlags(command.summary(summary).argument('[file...]', fileHelp)))
  const end = async (text: string) => {
    await context.tell(text)
    return exitCodes.pass
  }
  const request = async (files: readonly string[], flags: AskFlags) =>
    checkRequest(flags, context.env, await filesToCheck(files, context))
  evaluating(baseline.command('create'), 'record the current issues')
    .description(
      'Evaluates like gov check and records every unwaived issue. Never overwrites a file.\nWhere the config names no baseline, it adds the line.',
    )
    .addHelpText('after', renderExamples('create', 'create openapi.yaml --baseline known.json'))
    .action(async (files: readonly string[], flags: AskFlags) => {
      const { file, entries, namedIn } = await createBaseline(await request(files, flags), context)
      const named = namedIn === undefined ? '' : `; ${oneLine(namedIn)} names it now`
      return end(`${file}: ${countEntries(entries)}${named}`)
    })
  evaluating(baseline.command('update'), 'remove fixed issues')
    .description('Evaluates like gov check and removes entries whose issue is gone.')
    .option('--add', 'also add new issues')
    .addOption(
      new Option(
        '--prune',
        'also remove entries of APIs, rulesets and files that the config no longer names',
      ).conflicts('add'),
    )
    .addHelpText('after', renderExamples('update', 'update --add', 'update --prune'))
    .action(async (files: readonly string[], { add, prune: isPruning, ...flags }: UpdateFlags) =>
      end(
        changeText(
          isPruning
            ? await pruneBaseline(await request(files, flags), context)
            : await updateBaseline(await request(files, flags), add === true, context),
        ),
      ),
    )
  addTargetFlags(baseline.command('show').summary('list the entries'))
    .description("Lists the baseline's entries by API, without evaluating.")
    .addHelpText('after', renderExamples('show'))
    .action(async (flags: AskFlags) => {
      await context.io.stdout.write(listText(await listBaseline(checkRequest(flags), context)))
      return exitCodes.pass
    })
}

const fileHelp = 'OpenAPI file, folder or quoted glob to evaluate instead of those in the config'

interface UpdateFlags extends AskFlags {
  readonly add?: boolean
  readonly prune?: boolean
}

function renderExamples(...calls: readonly string[]): string {
  return `\nExamples:\n${calls.map((call) => `  gov baseline ${call}`).join('\n')}`
}

function changeText({ file, entries, removed, added, lost }: BaselineChange): string {
  const rest =
    lost === 0
      ? ''
      : `; ${countEntries(lost)} of definitions that do not exist any more: remove with gov baseline update --prune`
  return `${file}: ${countEntries(entries)} (${removed} removed, ${added} added)${rest}`
}

function listText(groups: readonly (readonly BaselineEntry[])[]): string {
  const lines = groups.flatMap((own) => [
    `${renderTitle(own)}  ${countEntries(own.length)}`,
    ...own.map(renderLine),
  ])
  return linesView([...lines, countEntries(groups.flat().length)])
}

function renderTitle([first]: readonly BaselineEntry[]): string {
  if (first === undefined) return ''
  return oneLine('file' in first ? first.file : first.api_id)
}

function renderLine({ ruleset_id, rule_id, path, message }: BaselineEntry): string {
  return `  ${[ruleset_id, rule_id, path === '' ? '(root)' : path, message].map(oneLine).join('  ')}`
}

function countEntries(entries: number): string {
  return plural(entries, 'entry', 'entries')
}
