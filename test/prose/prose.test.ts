import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'

const check = join(import.meta.dirname, 'check.js')

const text = `/** Of what names the dashboard. */
const a = 'an address that is none' // the way to
// mend it
/** A name that stands for a number: there is no way around it, and it is no longer needed. */
`

it('lists each phrase with its place, also across the lines of a comment', async () => {
  const folder = await tempTree()
  const file = join(folder, 'page.ts')
  writeFileSync(file, text)
  const { status, stdout } = spawnSync(process.execPath, [check, file], { encoding: 'utf8' })
  const found = [...stdout.matchAll(/:(\d+): "(.*?)":/g)].map(([, line, phrase]) => [Number(line), phrase])
  expect(found).toEqual([
    [3, 'mend'],
    [2, 'that is none'],
    [1, '/** Of'],
  ])
  expect(status).toBe(1)
})
