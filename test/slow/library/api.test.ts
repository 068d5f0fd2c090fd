import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type * as declared from '../../../docs/api.d.ts'
import type * as source from '../../../src/library.ts'
import { rolledTypes } from '../../library/rolled-types.ts'

/** `vitest -u` writes them: a change of one is a change for those who import the package. */
it.each([
  ['library', 'api'],
  ['engine', 'engine'],
] as const)(
  'the entry src/%s.ts has the types of docs/%s.d.ts, which the package ships',
  async (entry, name) => {
    const file = resolve(import.meta.dirname, `../../../docs/${name}.d.ts`)
    await expect(rolledTypes(entry)).toMatchFileSnapshot(file)
  },
)

/** What is printed of a schema differs in nothing from the type that is made of it: the compiler tells. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
true satisfies Same<declared.Outcome, source.Outcome>
true satisfies Same<declared.Report, source.Report>
