#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { start } = require('./start.js')

const root = join(__dirname, '..')
// Beside the code that it is of, so that nobody can write it who could not change the code as well.
enableCompileCache?.(join(root, 'node_modules/.cache/gov'))

const built = join(root, 'dist/main.js')
if (existsSync(built)) start(() => require(built))
else {
  process.stderr.write(
    'error: gov is not built yet.\n  hint: Run `npm ci` (or `npm run build`) in its folder first.\n',
  )
  process.exitCode = 2
}
