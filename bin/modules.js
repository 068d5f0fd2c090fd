const { join } = require('node:path')
const { Script } = require('node:vm')

/**
 * Loads modules that require each other as `./name.js`, each with the code that V8 compiled in an earlier run. `read` gives
 * the text of one, and its compiled code if there is any. `compiled` lists what was loaded, with its script.
 */
exports.openModules = (folder, read, requireOther = require) => {
  const modules = new Map()
  const compiled = []

  const compile = (name, filename) => {
    const { text, code: cachedData } = read(name)
    // On one line with the text, so that the lines of a stack are those of the file.
    const wrapped = `(function(exports,require,module,__filename,__dirname){${text}\n})`
    const script = new Script(wrapped, { filename, cachedData })
    compiled.push({ name, text, script })
    return script.runInThisContext()
  }
  const load = (name) => {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const filename = join(folder, name)
    const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id))
    try {
      compile(name, filename)(module.exports, requireFrom, module, filename, folder)
    } catch (error) {
      modules.delete(name)
      throw error
    }
    return module.exports
  }
  return { load, compiled }
}
