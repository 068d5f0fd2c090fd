import { resolve } from 'node:path'
import { writeOutput } from '../../check/reports/write-output.ts'
import { isDefinitionFile } from '../../check/sources/find-definitions.ts'
import type { Changelog } from '../../core/model/definition-diff.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { standardOutput } from '../../core/model/formats.ts'
import { markdownText } from '../../reporters/markup-text.ts'
import type { Context } from '../../terminal/context.ts'
import { repeatedError } from '../../terminal/flags/output-flags.ts'
import type { ReportOutput } from '../../terminal/report/output.ts'

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
