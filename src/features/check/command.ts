import { resolve } from 'node:path'
import type { Command } from 'commander'
import { carryOutCheck, type OnPlan } from '../../check/check.ts'
import type { Judged } from '../../check/judge.ts'
import { readConfiguredReports } from '../../check/reports/configured-reports.ts'
import { writeOutput } from '../../check/reports/write-output.ts'
import { resolveRealPath } from '../../check/sources/exists.ts'
import { findRepositoryPath } from '../../check/sources/fence.ts'
import { isDefinitionFile } from '../../check/sources/find-definitions.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { Changelog } from '../../core/model/definition-diff.ts'
import { GovError, survivable, usageError } from '../../core/model/errors.ts'
import { createEmptyRun } from '../../core/model/failure.ts'
import type { IssueFixes } from '../../core/model/fixes.ts'
import { type Format, standardOutput } from '../../core/model/formats.ts'
import { once } from '../../core/model/once.ts'
import { chooseExitCode, listGaps } from '../../core/model/outcome.ts'
import type { EvaluatedReport, Report } from '../../core/model/report.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { listFaults } from '../../reporters/faults.ts'
import { markdownText } from '../../reporters/markup-text.ts'
import { listRulesWithoutIssues } from '../../reporters/selection.ts'
import { isCutShort } from '../../reporters/words/excuse-words.ts'
import type { Context } from '../../terminal/context.ts'
import { renderError } from '../../terminal/error-text.ts'
import { checkRequest, filesToCheck } from '../../terminal/flags/ask-flags.ts'
import { addCheckFlags, type CheckFlags, checkCommandExamples } from '../../terminal/flags/check-flags.ts'
import { repeatedError } from '../../terminal/flags/output-flags.ts'
import { withProgress } from '../../terminal/progress.ts'
import { openOutput, type ReportOutput } from '../../terminal/report/output.ts'

export function add(command: Command, context: Context): void {
  command.description(
    'Checks saved APIs and local OpenAPI files against rulesets and prints the issues.\n' +
      'Exits 0 only if everything was evaluated and the policy passes.',
  )
  addCheckFlags(command.argument('[file...]', fileHelp))
    .addHelpText('after', checkCommandExamples)
    .action(async (names: readonly string[], flags: CheckFlags) => {
      if (!flags.watch) return runCheck(flags, context, names)
      const { runWatch } = await import('../watch/index.ts')
      return runWatch(flags, context, names)
    })
}

const fileHelp = 'OpenAPI file, folder or quoted glob to check instead of those in the config; - for stdin'

export async function runCheck(
  flags: CheckFlags,
  context: Context,
  names: readonly string[] = [],
): Promise<number> {
  const output = openOutput(flags, context)
  const changelog = openChangelog(flags.changelog, context)
  // From here on a signal ends the run as an error does, with its reports.
  context.interruption()
  let run = createEmptyRun(context.now(), context.version)
  try {
    changelog.refuseReports(output)
    const request: CheckRequest = {
      ...checkRequest(flags, context.env, await filesToCheck(names, context, flags)),
      isNameless: names.includes('-') && flags.stdinFilepath === undefined,
    }
    const marks = once(async () => {
      const { createFixMarks } = await import('../../check/fixable/mark-fixes.ts')
      return createFixMarks(request, context)
    })
    const judged = await runAndShow(request, flags, context, (plan, planned) => {
      run = planned
      output.add(plan.reports)
      changelog.refuseReports(output)
      return output.listsIssues() ? marks : undefined
    })
    const { warnings } = judged
    const isMarked = output.listsIssues() && judged.report.issues.some(findDefinitionFile)
    const listed = isMarked ? (await marks()).settle(judged.report) : judged.report
    const report = output.explainsRules() ? await addHelp(listed, request, context) : listed
    for (const warning of warnings) context.observe.warning(warning)
    if (report.comparison) {
      const { comparisonText } = await import('../../terminal/views.ts')
      await context.io.stderr.write(comparisonText(report.comparison))
    }
    await output.write(report, () => findFixes(report, request, context))
    const why = isCutShort(report) ? 'the check did not finish' : 'there is no base to compare with'
    await changelog.write(judged.changelog, why)
    await context.io.stderr.write(stopText(report, output.findStdout()))
    await warnOfUnknownRules(flags, report, context)
    const hint = flags.quiet ? undefined : unrunHint(report)
    if (hint !== undefined) await context.io.stderr.write(`hint: ${hint}\n`)
    return chooseExitCode(report.outcome)
  } catch (error) {
    const { definition = [], rulesetFile = [], baseline, policy, base, compare } = flags
    const single = [baseline, policy, base, compare].flatMap((file) => file ?? [])
    const inputs = [...names, ...definition, ...rulesetFile, ...single]
    await changelog.writeFailure(error)
    const folder = await findRepositoryPath(await resolveRealPath(context.cwd, '.'))
    const placed = { ...run, ...(folder !== undefined && { folder }) }
    await output.writeFailure(error, placed, await readConfiguredReports({ ...flags, inputs }, context))
    throw error
  }
}

/** Shows a progress line unless `--quiet` is set. */
function runAndShow(
  request: CheckRequest,
  flags: CheckFlags,
  context: Context,
  onPlan: OnPlan,
): Promise<Judged> {
  if (flags.quiet) return carryOutCheck(request, context, onPlan)
  return withProgress(context, (world, start) =>
    carryOutCheck(request, world, (plan, run) => {
      const { asked } = plan.targets
      // In this process a file is evaluated at a time.
      const isLocal = !plan.connection.capabilities.waits && asked.api_ids.length === 0
      start(plan.connection.concurrency, isLocal ? 'file' : 'request')
      return onPlan(plan, run)
    }),
  )
}

async function addHelp(report: EvaluatedReport, request: CheckRequest, context: Context) {
  const { addRuleHelp } = await import('../../check/reports/rule-help.ts')
  return addRuleHelp(report, request, context)
}

/** A slip in `--rule` lists nothing, as a rule that is kept does. */
async function warnOfUnknownRules(flags: CheckFlags, { issues }: EvaluatedReport, context: Context) {
  const idle = listRulesWithoutIssues({ rules: flags.rule }, issues)
  if (idle.length === 0) return
  const { warnOfUnknownRule } = await import('../explain/index.ts')
  for (const rule of idle) await warnOfUnknownRule(rule, checkRequest(flags), flags.rulesetFile, context)
}

/** Fixes are optional in a report, so an error here becomes a warning. */
async function findFixes(
  report: EvaluatedReport,
  request: CheckRequest,
  context: Context,
): Promise<IssueFixes> {
  try {
    const { reportFixes } = await import('../fix/index.ts')
    return await reportFixes(report, request, context)
  } catch (error) {
    context.observe.warning(`the reports have no fixes: ${survivable(error).message}`)
    return new Map()
  }
}

/** Renders why the check stopped, unless the table on standard output already shows it. */
function stopText(report: EvaluatedReport, stdout: Format | undefined): string {
  const [fault] = isCutShort(report) && stdout !== 'table' ? listFaults(report) : []
  return fault === undefined ? '' : renderError(fault.message, fault.hint)
}

/** Hint for rulesets that ran on no saved API: a dashboard reports that, but not why. */
function unrunHint({ outcome }: Report): string | undefined {
  const gaps = listGaps(outcome)
  return gaps.some(
    (gap) => (gap.kind === 'unrun-rulesets' || gap.kind === 'unrun-category') && !('file' in gap.target),
  )
    ? 'Use gov ruleset list to see which rulesets are active, what they apply to, and their categories.'
    : undefined
}

/** Opens the file to which `--changelog` writes. */
export function openChangelog(file: string | undefined, { io, sources, cwd }: Context) {
  const writeText = async (text: string) => {
    if (file === standardOutput) await io.stdout.write(text)
    else if (file !== undefined) await writeOutput(sources, file, text)
  }
  const writeUnknown = (why: string) => writeText(`What changed is not known: ${markdownText(why)}.\n`)
  return {
    /** Throws GovError, usage, where a report goes to the same file. */
    refuseReports: (reports: ReportOutput) => {
      if (file === standardOutput && reports.findStdout() !== undefined) throw takenStdoutError()
      if (reports.writes(file)) throw repeatedError(`--changelog and a report both write ${file}`)
    },
    /** `why`: what a reader is told where it is not known. */
    write: async (changelog: Changelog | undefined, why: string) => {
      if (file === undefined) return
      if (!changelog) return writeUnknown(why)
      const { renderChangelog } = await import('../../reporters/changelog.ts')
      await writeText(renderChangelog(changelog))
    },
    /** No file holds the changes of an earlier run. A fault of it does not take the place of the error. */
    writeFailure: async (error: unknown) => {
      if (file === undefined || file === standardOutput) return
      if (!(error instanceof GovError) || (await isDefinitionFile(resolve(cwd, file), false))) return
      await writeUnknown(error.message).catch(() => {})
    },
  }
}

function takenStdoutError(): GovError {
  const message = '--changelog - and the report both write standard output'
  return usageError('output-repeated', message, 'Send the report to a file, such as --output gov.json.')
}
