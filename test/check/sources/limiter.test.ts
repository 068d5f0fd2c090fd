import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { createLimiter } from '../../../src/check/sources/limiter.ts'

/** Tasks that note when they begin, and wait for a signal to go on. */
function tasksIn(limited: ReturnType<typeof createLimiter>) {
  const begun: string[] = []
  const start = (name: string) => {
    const told = new EventEmitter()
    let free = () => {}
    const done = limited([name], async (item, freeOne) => {
      begun.push(item)
      free = freeOne
      await once(told, 'end')
      return item
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
  expect(await two?.done).toEqual(['two'])
  expect(begun).toEqual(['one', 'two', 'three'])
  one?.end()
  expect(await one?.done).toEqual(['one'])
  expect(begun).toEqual(['one', 'two', 'three', 'four'])
  three?.end()
  four?.end()
  expect(await Promise.all([three?.done, four?.done])).toEqual([['three'], ['four']])
})

it('begins the next at once when a task frees its place, and no more when it ends', async () => {
  const { begun, start } = tasksIn(createLimiter(1))
  const [one] = ['one', 'two', 'three'].map(start)
  one?.free()
  one?.free()
  expect(begun).toEqual(['one', 'two'])
  one?.end()
  expect(await one?.done).toEqual(['one'])
  expect(begun).toEqual(['one', 'two'])
})

it('begins no other task after a failure, also of one that has freed its place', async () => {
  const { begun, start } = tasksIn(createLimiter(1))
  const [one, two, three] = ['one', 'two', 'three'].map(start)
  one?.free()
  one?.fail()
  await expect(one?.done).rejects.toThrow('one')
  two?.end()
  expect(await two?.done).toEqual(['two'])
  await expect(three?.done).rejects.toThrow('one')
  expect(begun).toEqual(['one', 'two'])
})

it('gives the values of a list in its order, whichever comes first, and those of an empty one at once', async () => {
  const limited = createLimiter(2)
  const later = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return turns
  }
  expect(await limited([3, 1, 0, 2], later)).toEqual([3, 1, 0, 2])
  expect(await limited([], later)).toEqual([])
})

it('begins a task only when it has a place for it, and a list that comes later after those before it', async () => {
  const limited = createLimiter(1)
  const begun: string[] = []
  const first = limited(['a', 'b'], async (item, free) => {
    begun.push(item)
    if (item === 'b') return [item]
    free()
    return limited(['a1', 'a2'], async (part) => {
      begun.push(part)
      return part
    })
  })
  expect(await first).toEqual([['a1', 'a2'], ['b']])
  expect(begun).toEqual(['a', 'b', 'a1', 'a2'])
})

it('fails a list whose tasks have not begun with the error of another', async () => {
  const limited = createLimiter(1)
  const broken = limited([1], async () => Promise.reject(new Error('broken')))
  const waiting = limited([2, 3], async () => 'never')
  await expect(broken).rejects.toThrow('broken')
  await expect(waiting).rejects.toThrow('broken')
  await expect(limited([4], async () => 'never')).rejects.toThrow('broken')
})
