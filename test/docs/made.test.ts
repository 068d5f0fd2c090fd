import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'
import { madePages, remakePage } from './made/pages.ts'

/** `npm run renew` writes them. */
it.each(Object.keys(madePages))('%s has what the tables of the program make', async (path) => {
  await expect(await remakePage(path)).toMatchFileSnapshot(join(projectRoot, path))
})
