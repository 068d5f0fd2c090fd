import type { Command } from 'commander'
import { readCompared } from '../../check/reports/read-report.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { compareRuns } from '../../gate/compare.ts'
import type { Context } from '../../terminal/context.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { comparisonText, jsonView } from '../../terminal/views.ts'

const examples = `
Examples:
  gov report diff main.json run.json
  gov check --compare main.json
      compares with the run that it makes

The reports are what gov check --format json wrote. Exits 0 whatever the difference: the verdict is gov check's. Two definitions: gov diff.`

export function add(report: Command, context: Context): void {
  report
    .command('diff')
    .summary('compare two saved reports')
    .description(
      'Compares two saved reports issue by issue. Says for each new issue whether the definition, the ruleset,\n' +
        "the rule's severity or the category changed, as far as the reports show.",
    )
    .argument('<old.json>', 'earlier report')
    .argument('<new.json>', 'later report')
    .addOption(createEnum('-f, --format <format>', 'output format', ['table', 'json'], 'table'))
    .addHelpText('after', examples)
    .action(async (oldFile: string, newFile: string, { format }: { readonly format: 'table' | 'json' }) => {
      const [before, after] = [await readCompared(oldFile, context), await readCompared(newFile, context)]
      const comparison = compareRuns(before, after)
      await context.io.stdout.write(format === 'json' ? jsonView(comparison) : comparisonText(comparison))
      return exitCodes.pass
    })
}
