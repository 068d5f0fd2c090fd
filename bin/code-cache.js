const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const digestLength = 32

/**
 * Loads the files of `folder`, which require each other as `./name.js`, with what V8 made of them in an earlier run: for
 * a Node that has no compile cache of its own. `save` keeps what this run was the first to compile in `cacheFolder`, a
 * file for each; where that cannot be written, the next run compiles again. `optimizeLater` is for a run that has much to
 * do.
 */
exports.openCodeCache = (folder, cacheFolder) => {
  const codeFolder = join(cacheFolder, nodeName())
  const modules = new Map()
  const used = []
  let isNew = false

  const compile = (name, filename) => {
    const text = readFileSync(filename)
    // On one line with the text, so that the lines of a stack are those of the file.
    const wrapped = `(function(exports,require,module,__filename,__dirname){${text}\n})`
    const cachedData = readCode(join(codeFolder, name), text)
    const script = asBefore(() => new Script(wrapped, { filename, cachedData }))
    if (script.cachedDataRejected !== false) isNew = true
    used.push({ name, text, script })
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
  // All of them: the same file has other functions compiled when more is done with it.
  const save = () => {
    if (isNew) asBefore(() => writeCode(codeFolder, used, folder))
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

/** What V8 made of `text`, if that is what was written: V8 would run whatever a broken disk made of it. */
function readCode(file, text) {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(digestLength)
    return digestOf(text, code).equals(bytes.subarray(0, digestLength)) ? code : undefined
  } catch {
    return undefined
  }
}

function writeCode(codeFolder, used, folder) {
  try {
    mkdirSync(codeFolder, { recursive: true })
    for (const { name, text, script } of used) {
      replaceFile(join(codeFolder, name), () => {
        const code = script.createCachedData()
        return Buffer.concat([digestOf(text, code), code])
      })
    }
    const built = new Set(readdirSync(folder))
    for (const name of readdirSync(codeFolder)) if (!built.has(name)) remove(join(codeFolder, name))
  } catch {}
}

/** Written beside the one that is there and then put in its place: a run at the same time reads the one or the other. */
function replaceFile(file, bytes) {
  const beside = `${file}-${process.pid}`
  try {
    // What V8 made takes a while to get: not for a folder that takes no file.
    writeFileSync(beside, '')
    writeFileSync(beside, bytes())
    renameSync(beside, file)
  } catch (error) {
    remove(beside)
    throw error
  }
}

function remove(file) {
  try {
    rmSync(file)
  } catch {}
}

function digestOf(text, code) {
  return createHash('sha256').update(text).update(code).digest()
}
