import { sortEntries } from '../../gate/baseline.ts'
import { subjectText } from '../../gate/identity.ts'
import type { BaselineEntry } from '../../model/baseline.ts'
import { exitCodes } from '../../model/errors.ts'
import { countEntries, namedBaseline, readBaseline } from '../../run/baseline/baseline-file.ts'
import { readSettings } from '../../run/read-settings.ts'
import { oneLine } from '../../text/sanitize.ts'
import type { AskFlags } from '../flags/ask-flags.ts'
import { checkRequest } from '../flags/check-request.ts'
import type { Context } from '../terminal/context.ts'

/** Lists the entries by their API or file. Throws GovError, usage. */
export async function runBaselineShow(flags: AskFlags, context: Context): Promise<number> {
  const { settings } = await readSettings(checkRequest(flags), context)
  const entries = sortEntries(await readBaseline(context.cwd, namedBaseline(settings.baseline?.value)))
  const subjects = [...new Set(entries.map(subjectText))]
  const lines = subjects.flatMap((subject) => {
    const own = entries.filter((entry) => subjectText(entry) === subject)
    return [`${titleOf(own)}  ${countEntries(own.length)}`, ...own.map(lineOf)]
  })
  await context.io.stdout.write([...lines, countEntries(entries.length)].map((line) => `${line}\n`).join(''))
  return exitCodes.pass
}

function titleOf([first]: readonly BaselineEntry[]): string {
  if (first === undefined) return ''
  return oneLine('file' in first ? first.file : first.api_id)
}

function lineOf({ ruleset_id, rule_id, path, message }: BaselineEntry): string {
  return `  ${[ruleset_id, rule_id, path === '' ? '(root)' : path, message].map(oneLine).join('  ')}`
}
