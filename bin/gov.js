#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

module.enableCompileCache?.()

const built = new URL('../dist/main.js', import.meta.url)
if (existsSync(built)) {
  const { main } = await import(built.href)
  process.exitCode = await main(process)
} else {
  process.stderr.write(
    'error: gov is not built yet.\n  hint: Run `npm ci` (or `npm run build`) in its folder first.\n',
  )
  process.exitCode = 2
}
