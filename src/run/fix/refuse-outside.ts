import { resolve } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { fenceFault, fenceOf } from '../../settings/load/fence.ts'

/** Only files of the repository are edited, or of the working directory where there is none. Throws GovError, usage. */
export async function refuseOutside(files: readonly string[], cwd: string): Promise<void> {
  const fence = await fenceOf(cwd)
  for (const file of files) {
    const fault = await fenceFault(resolve(cwd, file), fence, 'read')
    if (fault === undefined) continue
    throw usageError(
      'fix-outside',
      `${file} ${fault}, so it is not edited`,
      'Run gov fix in the folder of the file.',
    )
  }
}
