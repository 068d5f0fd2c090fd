/**
 * Another client of the service under attack, in a process of its own: asks for an API every 25 ms, over connections of
 * its own. At each line on its standard input it prints, once the current request is answered, how many answers there were since the last, how many of them
 * were not the right ones, and the worst latency in milliseconds.
 */
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'

const [url = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const headers = { authorization: 'Bearer demo-key-pipeline' }
let isAsked = false
let seen = { answered: 0, wrong: 0, worstMs: 0 }

function ask() {
  const started = performance.now()
  const done = (isRight) => {
    const took = performance.now() - started
    seen = {
      answered: seen.answered + 1,
      wrong: seen.wrong + (isRight ? 0 : 1),
      worstMs: Math.max(seen.worstMs, took),
    }
    if (isAsked) {
      process.stdout.write(`${JSON.stringify(seen)}\n`)
      seen = { answered: 0, wrong: 0, worstMs: 0 }
      isAsked = false
    }
    setTimeout(ask, 25)
  }
  const request = get(`${url}/api/apis/payments`, { agent, headers, timeout: 30_000 }, (answer) => {
    answer.resume().once('end', () => done(answer.statusCode === 200))
  })
  request.once('timeout', () => request.destroy(new Error('no answer')))
  request.once('error', () => done(false))
}

createInterface({ input: process.stdin }).on('line', () => {
  isAsked = true
})
ask()
