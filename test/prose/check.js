/** Lists the phrases of `phrases.js` in the tracked files, or in those named as arguments, and exits 1 if there are any. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { phrases } from './phrases.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const checked = /\.(?:ts|js|cjs|mjs|md|sh|ya?ml)$/
const ignored = /^(?:fixtures\/|CHANGELOG\.md$|test\/prose\/)/

const patterns = phrases.map(([source, instead]) => ({
  pattern: new RegExp(source.replaceAll(' ', String.raw`\s+(?:(?:\*|//|#)\s+)?`), 'gim'),
  instead,
}))

function trackedFiles() {
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  return names.filter((name) => checked.test(name) && !ignored.test(name) && existsSync(join(root, name)))
}

function hitsOf(name) {
  const text = readFileSync(resolve(root, name), 'utf8')
  return patterns.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index + match[0].search(/\S/)).split('\n').length
      return { name, line, found: match[0].replaceAll(/\s+/g, ' ').trim(), instead }
    }),
  )
}

const named = process.argv.slice(2)
const hits = (named.length > 0 ? named : trackedFiles()).flatMap(hitsOf)
for (const { name, line, found, instead } of hits) {
  process.stdout.write(`${name}:${line}: "${found}": ${instead}\n`)
}
process.exitCode = hits.length === 0 ? 0 : 1
