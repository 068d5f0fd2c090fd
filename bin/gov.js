#!/usr/bin/env node
const { existsSync, writeSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const root = join(__dirname, '..')
const built = join(root, 'dist/main.js')
// Beside the code that it is of, so that nobody can write it who could not change the code as well.
const cacheFolder = join(root, 'node_modules/.cache/gov')

if (!existsSync(built)) {
  process.stderr.write(
    'error: gov is not built yet.\n  hint: Run `npm ci` (or `npm run build`) in its folder first.\n',
  )
  process.exitCode = 2
} else if (!tellsVersion()) run()

/** Scripts ask for the version before each use: it takes none of the program, which tells when it cannot be written. */
function tellsVersion() {
  if (process.argv.length !== 3 || !['--version', '-V'].includes(process.argv[2])) return false
  try {
    writeSync(1, `${require('../package.json').version}\n`)
    return true
  } catch {
    return false
  }
}

function run() {
  const { start } = require('./start.js')
  const { NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE } = process.env
  if (enableCompileCache || NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE) {
    enableCompileCache?.(cacheFolder)
    start(() => require(built))
  } else {
    const { load, save, optimizeLater } = require('./code-cache.js').openCodeCache(
      join(root, 'dist'),
      cacheFolder,
    )
    start(() => load('main.js'), save, optimizeLater)
  }
}
