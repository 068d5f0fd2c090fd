import { type Command, Option } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import { comparisonText } from '../../terminal/comparison-text.ts'
import type { Context } from '../../terminal/context.ts'
import { jsonView } from '../../terminal/views.ts'
import { compareReports } from './compare-reports.ts'

interface DiffFlags {
  readonly format: 'table' | 'json'
}

const examples = `
Examples:
  gov diff main.json run.json
  gov check --compare main.json
      compares with the run that it makes

The reports are what gov check --format json wrote. Exits 0 whatever the difference: the verdict is gov check's.`

export function add(diff: Command, context: Context): void {
  diff
    .description(
      'Compares two saved reports issue by issue. Says for each new issue whether the definition, the ruleset,\n' +
        "the rule's severity or the category changed, as far as the reports show.",
    )
    .argument('<old.json>', 'earlier report')
    .argument('<new.json>', 'later report')
    .addOption(
      new Option('-f, --format <format>', 'output format').choices(['table', 'json']).default('table'),
    )
    .addHelpText('after', examples)
    .action(async (before: string, after: string, { format }: DiffFlags) => {
      const comparison = await compareReports(before, after, context)
      await context.io.stdout.write(format === 'json' ? jsonView(comparison) : comparisonText(comparison))
      return exitCodes.pass
    })
}
