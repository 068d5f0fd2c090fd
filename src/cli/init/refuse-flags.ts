import { usageError } from '../../model/errors.ts'
import type { Surroundings } from '../../run/init/look-around.ts'
import type { InitFlags } from './init-flags.ts'

/** Throws GovError, usage, for flags that would not be heard, or cannot be followed here. */
export function refuseFlags(flags: InitFlags, found: Surroundings): void {
  refuseUnaskedFlags(flags)
  refusePipelineOfNothing(flags, found)
}

/** What a flag says is not asked, and what is asked is not said by a flag: half of each would leave one unheard. */
function refuseUnaskedFlags(flags: InitFlags): void {
  const { yes, force, url, insecureHttp, ...answers } = flags
  const [name] =
    Object.entries(answers).find(([name, value]) => value !== undefined && name !== 'color') ?? []
  if (yes || name === undefined) return
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw usageError(
    'flag-without-yes',
    `${flag} requires --yes`,
    'Add --yes to skip the questions, or omit the flag.',
  )
}

function refusePipelineOfNothing({ pipeline }: InitFlags, { isPackage, isRoot }: Surroundings): void {
  if (pipeline === undefined) return
  if (!isRoot) {
    throw usageError(
      'pipeline-elsewhere',
      `this is not a repository root, where ${pipeline} looks for jobs`,
      'Run gov init at the root, or omit --pipeline.',
    )
  }
  if (isPackage) return
  throw usageError(
    'pipeline-without-package',
    `a job for ${pipeline} runs gov from package.json, but it is not a dependency there`,
    'Add it to the devDependencies here, or omit --pipeline.',
  )
}
