import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { rolledTypes } from './rolled-types.ts'

/** `vitest -u` writes it: a change of it is a change for those who import the package. */
it('has the types of docs/api.d.ts, which the package ships', async () => {
  await expect(rolledTypes()).toMatchFileSnapshot(resolve(import.meta.dirname, '../../docs/api.d.ts'))
}, 60_000)
