// What the binary runs, in its main thread and in the threads of a served sandbox. The files of `dist` are in it.
const { basename } = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')
const threads = require('node:worker_threads')
const { openModules } = require('../modules.js')
const { start } = require('../start.js')

/** A thread has no file to begin with: it runs this text, which loads the module that it is for. */
class Worker extends threads.Worker {
  constructor(entry, options) {
    super(getAsset('main', 'utf8'), { ...options, eval: true, argv: [basename(entry.pathname)] })
  }
}

const read = (name) => ({ text: getAsset(name, 'utf8'), code: codeOf(name) })
const requireOther = (id) => (id === 'node:worker_threads' ? { ...threads, Worker } : require(id))
const { load } = openModules('/gov', read, requireOther)

function codeOf(name) {
  try {
    return Buffer.from(getRawAsset(`${name}.code`))
  } catch {
    return undefined
  }
}

if (threads.isMainThread) start(() => load('main.js'))
else load(process.argv[2])
