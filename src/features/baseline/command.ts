import type { Command } from 'commander'
import { listBaseline } from '../../check/baseline-file.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import type { Context } from '../../terminal/context.ts'
import {
  type AskFlags,
  addRequestFlags,
  addTargetFlags,
  checkRequest,
} from '../../terminal/flags/ask-flags.ts'
import { type BaselineChange, createBaseline, pruneBaseline, updateBaseline } from './write-baseline.ts'

export function add(baseline: Command, context: Context): void {
  baseline.description(
    'The baseline is a file of known issues. They are reported but do not count.\n' +
      'An issue is the same if its API, ruleset, rule, path and message are the same. Its line does not matter.',
  )
  const evaluating = (name: string, summary: string) =>
    addRequestFlags(addTargetFlags(baseline.command(name).summary(summary)))
  const end = async (text: string) => {
    await context.tell(text)
    return exitCodes.pass
  }
  evaluating('create', 'record the current issues')
    .description('Evaluates like gov check and records every unwaived issue. Never overwrites a file.')
    .addHelpText('after', renderExamples('create', 'create --baseline known.json'))
    .action(async (flags: AskFlags) => {
      const { file, entries } = await createBaseline(checkRequest(flags), context)
      return end(`${file}: ${countEntries(entries)}`)
    })
  evaluating('update', 'remove fixed issues')
    .description('Evaluates like gov check and removes entries whose issue is gone.')
    .option('--add', 'also add new issues')
    .addHelpText('after', renderExamples('update', 'update --add'))
    .action(async (flags: AskFlags & { readonly add?: boolean }) =>
      end(changeText(await updateBaseline(checkRequest(flags), flags.add === true, context))),
    )
  evaluating('prune', 'also remove entries that are no longer checked')
    .description(
      'Like update, and also removes entries of APIs and rulesets that the config no longer names. Adds nothing.',
    )
    .addHelpText('after', renderExamples('prune'))
    .action(async (flags: AskFlags) => end(changeText(await pruneBaseline(checkRequest(flags), context))))
  addTargetFlags(baseline.command('show').summary('list the entries'))
    .description("Lists the baseline's entries by API, without evaluating.")
    .addHelpText('after', renderExamples('show'))
    .action(async (flags: AskFlags) => {
      await context.io.stdout.write(listText(await listBaseline(checkRequest(flags), context)))
      return exitCodes.pass
    })
}

function renderExamples(...calls: readonly string[]): string {
  return `\nExamples:\n${calls.map((call) => `  gov baseline ${call}`).join('\n')}`
}

function changeText({ file, entries, removed, added, lost }: BaselineChange): string {
  const rest =
    lost === 0
      ? ''
      : `; ${countEntries(lost)} of definitions that do not exist any more: remove with gov baseline prune`
  return `${file}: ${countEntries(entries)} (${removed} removed, ${added} added)${rest}`
}

function listText(groups: readonly (readonly BaselineEntry[])[]): string {
  const lines = groups.flatMap((own) => [
    `${renderTitle(own)}  ${countEntries(own.length)}`,
    ...own.map(renderLine),
  ])
  return [...lines, countEntries(groups.flat().length)].map((line) => `${line}\n`).join('')
}

function renderTitle([first]: readonly BaselineEntry[]): string {
  if (first === undefined) return ''
  return oneLine('file' in first ? first.file : first.api_id)
}

function renderLine({ ruleset_id, rule_id, path, message }: BaselineEntry): string {
  return `  ${[ruleset_id, rule_id, path === '' ? '(root)' : path, message].map(oneLine).join('  ')}`
}

function countEntries(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}
