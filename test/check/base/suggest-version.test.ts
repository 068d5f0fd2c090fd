import { expect, it } from 'vitest'
import { suggestVersion } from '../../../src/check/base/info-version.ts'
import type { Bump } from '../../../src/core/model/definition-diff.ts'

it.each<
  [
    from: string | undefined,
    to: string | undefined,
    bump: Bump,
    wanted: string | undefined,
    isEnough: boolean | undefined,
  ]
>([
  ['1.4.0', '2.0.0', 'major', '2.0.0', true],
  ['1.4.0', '1.5.0', 'major', '2.0.0', false],
  ['1.4.0', '1.5.0', 'minor', '1.5.0', true],
  ['1.4.0', '1.4.1', 'minor', '1.5.0', false],
  ['1.4.0', '1.4.0', 'patch', '1.4.1', false],
  ['1.4.0', '1.4.0', 'none', '1.4.0', true],
  ['1.4.0', '3.0.0', 'patch', '1.4.1', true],
  ['0.4.2', '0.5.0', 'major', '0.5.0', true],
  ['0.4.2', '0.4.3', 'major', '0.5.0', false],
  ['0.4.2', '1.0.0', 'minor', '0.5.0', true],
  ['v1', 'v2', 'major', '2.0.0', true],
  ['1.9', '1.10', 'minor', '1.10.0', true],
  ['1.0.0-rc.1', '1.0.1', 'patch', '1.0.1', true],
  ['2026-01-31', '2026-02-28', 'major', undefined, undefined],
  ['1.0.0', 'next', 'minor', '1.1.0', undefined],
  [undefined, '1.0.0', 'minor', undefined, undefined],
  ['1.0.0', undefined, 'minor', '1.1.0', undefined],
])('%s to %s for a %s change: %s, enough: %s', (from, to, bump, wanted, isEnough) => {
  expect(suggestVersion(from, to, bump)).toEqual({ from, to, bump, wanted, is_enough: isEnough })
})
