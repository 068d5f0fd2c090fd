import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { createLimiter } from '../../src/commands/limiter.ts'

/** Tasks that note when they begin, and go on when they are told to. */
function tasksIn(limited: ReturnType<typeof createLimiter>) {
  const begun: string[] = []
  const start = (name: string) => {
    const told = new EventEmitter()
    let free = () => {}
    const done = limited(async (freeOne) => {
      begun.push(name)
      free = freeOne
      await once(told, 'end')
      return name
    })
    return {
      done,
      end: () => told.emit('end'),
      fail: () => told.emit('error', new Error(name)),
      free: () => free(),
    }
  }
  return { begun, start }
}

it('runs at most so many at once, in the order given', async () => {
  const { begun, start } = tasksIn(createLimiter(2))
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(start)
  expect(begun).toEqual(['one', 'two'])
  two?.end()
  expect(await two?.done).toBe('two')
  expect(begun).toEqual(['one', 'two', 'three'])
  one?.end()
  expect(await one?.done).toBe('one')
  expect(begun).toEqual(['one', 'two', 'three', 'four'])
  three?.end()
  four?.end()
  expect(await Promise.all([three?.done, four?.done])).toEqual(['three', 'four'])
})

it('begins the next at once when a task frees its place, and no more when it ends', async () => {
  const { begun, start } = tasksIn(createLimiter(1))
  const [one] = ['one', 'two', 'three'].map(start)
  one?.free()
  one?.free()
  expect(begun).toEqual(['one', 'two'])
  one?.end()
  expect(await one?.done).toBe('one')
  expect(begun).toEqual(['one', 'two'])
})

it('begins no other task after a failure, also of one that has freed its place', async () => {
  const { begun, start } = tasksIn(createLimiter(1))
  const [one, two, three] = ['one', 'two', 'three'].map(start)
  one?.free()
  one?.fail()
  await expect(one?.done).rejects.toThrow('one')
  two?.end()
  expect(await two?.done).toBe('two')
  await expect(three?.done).rejects.toThrow('one')
  expect(begun).toEqual(['one', 'two'])
})
