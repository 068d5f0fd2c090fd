/** A machine of four cores, and a file that gets a letter for each thread that is started. */
const { appendFileSync } = require('node:fs')
const os = require('node:os')
const threads = require('node:worker_threads')

os.availableParallelism = () => 4

const { Worker } = threads
const { GOV_TEST_STARTED = '', GOV_TEST_NO_THREAD } = process.env
threads.Worker = class extends Worker {
  constructor(entry, options) {
    super(GOV_TEST_NO_THREAD ? new URL('nothing.js', entry) : entry, options)
    if (GOV_TEST_STARTED) appendFileSync(GOV_TEST_STARTED, '.')
  }
}
