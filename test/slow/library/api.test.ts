import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type * as declared from '../../../docs/api.d.ts'
import type * as source from '../../../src/library.ts'
import { rolledTypes } from '../../library/rolled-types.ts'

/** `vitest -u` writes it: a change of it is a change for those who import the package. */
it('has the types of docs/api.d.ts, which the package ships', async () => {
  await expect(rolledTypes()).toMatchFileSnapshot(resolve(import.meta.dirname, '../../../docs/api.d.ts'))
})

/** What is printed of a schema differs in nothing from the type that is made of it: the compiler tells. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
true satisfies Same<declared.Outcome, source.Outcome>
true satisfies Same<declared.Report, source.Report>
