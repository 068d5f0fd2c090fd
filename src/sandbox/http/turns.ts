/**
 * Who has a turn. The requests of one connection are answered one by one. A connection that sends more than it is answered is not read
 * until some of its answers are sent; what had been read before that is bounded, on it and on all connections together.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as othersHaveTheirTurn } from 'node:timers/promises'

/** Requests of one connection that wait before it is no longer read. */
const maxBeforePause = 32
/** One read of a connection holds fewer requests than this. */
const maxOfOne = 4_000
/** Requests of all connections, each taking about 5 KB. Beyond it, a connection that sends several at once is closed. */
const maxOfAll = 16_000

interface RequestQueue {
  /** Resolves when the last request so far is answered. */
  last: Promise<unknown>
  waiting: number
  isHeld: boolean
}

/** Gives a function that resolves when a request has its turn; never when its connection ends before. */
export function createRequestTurns() {
  const lines = new WeakMap<Socket, RequestQueue>()
  let waitingInAll = 0

  const begin = (socket: Socket): RequestQueue => {
    const line: RequestQueue = { last: Promise.resolve(), waiting: 0, isHeld: false }
    lines.set(socket, line)
    // The platform reads on for reasons of its own, such as the rest of a body.
    socket.on('resume', () => line.isHeld && socket.pause())
    socket.once('close', () => {
      waitingInAll -= line.waiting
      line.waiting = Number.NaN
    })
    return line
  }

  return (socket: Socket, outgoing: ServerResponse): Promise<unknown> => {
    const line = lines.get(socket) ?? begin(socket)
    const before = line.last
    line.last = new Promise<void>((resolve) => {
      outgoing.once('close', () => {
        resolve()
        if (Number.isNaN(line.waiting)) return
        line.waiting -= 1
        waitingInAll -= 1
        if (line.isHeld && line.waiting < maxBeforePause) {
          line.isHeld = false
          socket.resume()
        }
      })
    })
    line.waiting += 1
    waitingInAll += 1
    const isTooMany = line.waiting > maxOfOne || (waitingInAll > maxOfAll && line.waiting > 1)
    if (isTooMany) socket.destroy()
    else if (line.waiting >= maxBeforePause && !line.isHeld) {
      line.isHeld = true
      socket.pause()
    }
    // Answers that are sent at once would follow each other without a look at any other connection.
    return line.waiting > 1 ? before.then(() => othersHaveTheirTurn()) : before
  }
}

/** Gives a function that resolves when a caller may work on this thread: one caller in each round of the event loop, in turn. */
export function createSlices() {
  const lines = new Map<string, (() => void)[]>()
  let isTaken = false
  const giveNext = () => {
    const [first] = lines
    isTaken = first !== undefined
    if (first === undefined) return
    const [caller, line] = first
    lines.delete(caller)
    line.shift()?.()
    if (line.length > 0) lines.set(caller, line)
    setImmediate(giveNext)
  }
  return (caller: string): Promise<void> => {
    const line = lines.get(caller) ?? []
    if (isTaken) {
      lines.set(caller, line)
      return new Promise((resolve) => line.push(resolve))
    }
    isTaken = true
    setImmediate(giveNext)
    return Promise.resolve()
  }
}
