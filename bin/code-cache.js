const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const digestLength = 32

/**
 * Loads the files of `folder`, which require each other as `./name.js`, with what V8 made of them in an earlier run: for
 * a Node that has no compile cache of its own. `save` keeps what this run was the first to compile, in one file of
 * `cacheFolder`; where that cannot be written, the next run compiles again. `optimizeLater` is for a run that has much to
 * do.
 */
exports.openCodeCache = (folder, cacheFolder) => {
  const cacheFile = join(cacheFolder, `code-${nodeName()}.bin`)
  const kept = readCache(cacheFile)
  const modules = new Map()
  const used = new Map()
  let isNew = false

  const compile = (name, filename) => {
    const text = readFileSync(filename)
    const key = digestOf(text).toString('base64')
    // On one line with the text, so that the lines of a stack are those of the file.
    const wrapped = `(function(exports,require,module,__filename,__dirname){${text}\n})`
    const script = asBefore(() => new Script(wrapped, { filename, cachedData: kept.get(key)?.code }))
    if (script.cachedDataRejected !== false) isNew = true
    used.set(key, { name, script })
    return script.runInThisContext()
  }
  const load = (name) => {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const filename = join(folder, name)
    const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : asBefore(() => require(id)))
    try {
      compile(name, filename)(module.exports, requireFrom, module, filename, folder)
    } catch (error) {
      modules.delete(name)
      throw error
    }
    return module.exports
  }
  const save = () => {
    if (isNew) writeCache(cacheFolder, cacheFile, () => asBefore(() => codeOf(used, kept, folder)))
  }
  return { load, save, optimizeLater }
}

/** How many bytecodes make a function hot enough to be optimized, for the V8 of Node 20: its own number, and ours. */
const [ownBudget, laterBudget] = ['--interrupt-budget=67584', '--interrupt-budget=540672']
let isLater = false

/**
 * From here on V8 optimizes a function eight times as late. A run is over before most of that pays, and asks many
 * different things of the same functions, which throws optimized code away again: the check of a definition of 400 KB
 * takes 0.18 s of CPU for 0.32 s.
 */
function optimizeLater() {
  isLater = true
  setFlagsFromString(laterBudget)
}

/** V8 takes compiled code, Node's own too, only under the flags under which it was made. */
function asBefore(work) {
  if (!isLater) return work()
  setFlagsFromString(ownBudget)
  try {
    return work()
  } finally {
    setFlagsFromString(laterBudget)
  }
}

function nodeName() {
  return `${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}`
}

/** What was kept, by the digest of its text; nothing of a file that is none, or is of a build that wrote it otherwise. */
function readCache(cacheFile) {
  try {
    return readEntries(readFileSync(cacheFile))
  } catch {
    return new Map()
  }
}

/** V8 would run whatever a broken disk made of it: it is taken whole or not. */
function readEntries(bytes) {
  const body = bytes.subarray(digestLength)
  if (!bytes.subarray(0, digestLength).equals(digestOf(body))) return new Map()
  const start = 8 + body.readUInt32LE(0)
  const index = JSON.parse(body.toString('utf8', 8, start))
  return new Map(
    index.map(({ key, name, from, to }) => [key, { name, code: body.subarray(start + from, start + to) }]),
  )
}

/** Of this run, and of earlier ones what this one did not load and the build still has. */
function codeOf(used, kept, folder) {
  const earlier = [...kept].filter(([key, { name }]) => !used.has(key) && existsSync(join(folder, name)))
  const own = [...used].map(([key, { name, script }]) => [key, { name, code: script.createCachedData() }])
  return [...earlier, ...own]
}

/** Written beside the one that is there and then put in its place: a run at the same time reads the one or the other. */
function writeCache(cacheFolder, cacheFile, code) {
  const beside = `${cacheFile}-${process.pid}`
  try {
    mkdirSync(cacheFolder, { recursive: true })
    // What V8 made takes a while to get: not for a folder that takes no file.
    writeFileSync(beside, '')
    writeFileSync(beside, bytesOf(code()))
    renameSync(beside, cacheFile)
  } catch {
    remove(beside)
  }
}

function remove(file) {
  try {
    rmSync(file)
  } catch {}
}

function bytesOf(entries) {
  const parts = []
  const index = []
  let from = 0
  for (const [key, { name, code }] of entries) {
    const to = from + code.length
    index.push({ key, name, from, to })
    // V8 would copy what does not begin at a multiple of eight bytes.
    const space = Buffer.alloc(padding(to))
    parts.push(code, space)
    from = to + space.length
  }
  const text = Buffer.from(JSON.stringify(index))
  const head = Buffer.alloc(8 + text.length + padding(text.length), ' ')
  head.writeUInt32LE(head.length - 8)
  text.copy(head, 8)
  const body = Buffer.concat([head, ...parts])
  return Buffer.concat([digestOf(body), body])
}

function padding(length) {
  return -length & 7
}

function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest()
}
