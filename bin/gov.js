#!/usr/bin/env node
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const root = join(__dirname, '..')
// Beside the code that it is of, so that nobody can write it who could not change the code as well.
enableCompileCache?.(join(root, 'node_modules/.cache/gov'))

const built = join(root, 'dist/main.js')
if (existsSync(built)) {
  const fault = (what) => {
    process.stderr.write(
      `error: gov met a fault of its own: ${what}\n  hint: Please report it with the command.\n`,
    )
  }
  // A run that ends without its end, since nothing is left to wait for, must not look like a pass.
  const early = () => fault('it ended before its run did')
  process.exitCode = 70
  process.once('exit', early)
  process.once('uncaughtException', (error) => {
    process.off('exit', early)
    fault(error?.message)
    process.exit(70)
  })
  require(built)
    .main(process)
    .then((exitCode) => {
      process.off('exit', early)
      process.exitCode = exitCode
      // What cannot be called off must not keep a run that has ended from ending. An exit waits for the look-up of a
      // name all the same, so that an interrupted run ends by its signal, which shells show as the same code.
      const signal = { 130: 'SIGINT', 143: 'SIGTERM' }[exitCode]
      setTimeout(() => (signal ? process.kill(process.pid, signal) : process.exit()), 100).unref()
    })
} else {
  process.stderr.write(
    'error: gov is not built yet.\n  hint: Run `npm ci` (or `npm run build`) in its folder first.\n',
  )
  process.exitCode = 2
}
