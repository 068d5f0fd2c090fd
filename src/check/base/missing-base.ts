import { looksForBreaking } from '../../core/model/breaking.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { CheckRequest } from '../types.ts'

/** Without a base nothing is compared, and the run would pass for one without changes. */
export function missingBaseError({ base, own }: CheckRequest, { breaking }: Policy): Error {
  if (base === undefined && own['policy.base'] !== undefined)
    return usageError('base-policy-alone', '--base-policy needs --base', hint)
  if (!looksForBreaking({ breaking }))
    return usageError('changelog-without-base', '--changelog needs --base', hint)
  const none = base === undefined ? 'there is no --base' : `--base ${base} found none`
  const isFlag = own['policy.breaking']?.origin.source === 'flag'
  return usageError(
    'breaking-without-base',
    isFlag && base === undefined
      ? `--breaking ${breaking} needs --base`
      : `${isFlag ? '--breaking' : 'policy.breaking'} is ${breaking}, and ${none} to compare with`,
    'Pass --base, such as --base origin/main, or --breaking off to check without it.',
  )
}

const hint = 'Pass --base, such as --base origin/main.'
