/**
 * Loaded into the program before it runs, in the place of a name server: dashboard.test is this machine. From the
 * look-up of that number on it fails, or leads to where nobody listens, or never answers.
 */
const dns = require('node:dns')

const [failure, from] = (process.env.FAULTY_LOOKUP ?? '').split(':')
const { lookup } = dns
let count = 0

dns.lookup = (name, options, done = options) => {
  if (name !== 'dashboard.test') return lookup(name, options, done)
  count += 1
  const failing = failure !== '' && count >= Number(from)
  if (failing && failure === 'never') return setInterval(() => {}, 1000)
  if (failing && failure !== 'ECONNREFUSED') {
    return setImmediate(done, Object.assign(new Error(`getaddrinfo ${failure} ${name}`), { code: failure }))
  }
  const address = failing ? '127.0.0.2' : '127.0.0.1'
  return options?.all
    ? setImmediate(done, null, [{ address, family: 4 }])
    : setImmediate(done, null, address, 4)
}
