import { expect, it } from 'vitest'
import { notifyProgress, type ProgressNote } from '../../../src/features/mcp/call-tool.ts'

const at = (done: number, total: number) => ({ done, total, issues: done })

it('tells an agent what has grown, not more than five times a second, over several checks', () => {
  const notes: ProgressNote[] = []
  let time = 1000
  const tell = notifyProgress(
    (note) => notes.push(note),
    () => new Date(time),
  )
  for (const done of [0, 1, 2]) tell(at(done, 3))
  time += 200
  tell(at(3, 3))
  time += 200
  for (const done of [0, 1]) tell(at(done, 3))
  expect(notes.map(({ progress, total }) => [progress, total])).toEqual([
    [1, 3],
    [3, 3],
    [4, 6],
  ])
  expect(notes[0]?.message).toBe('1 of 3 requests answered, issues so far: 1')
})
