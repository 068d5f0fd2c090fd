/**
 * Lists the phrases of `phrases.js` in the tracked files, or in those named as arguments. Exits 1 when a folder has more
 * of them than `allowed.json` gives it; `--write` writes that file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { phrases } from './phrases.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')
const allowedFile = join(here, 'allowed.json')
const ownFolder = 'test/prose/'
const checked = /\.(?:ts|js|cjs|mjs|md|sh|ya?ml)$/
const ignored = /^(?:fixtures\/|CHANGELOG\.md$)/

const patterns = phrases.map(([source, instead]) => ({
  pattern: new RegExp(source.replaceAll(' ', String.raw`\s+(?:(?:\*|//|#)\s+)?`), 'gim'),
  instead,
}))

function trackedFiles() {
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  return names.filter(
    (name) =>
      checked.test(name) &&
      !ignored.test(name) &&
      !name.startsWith(ownFolder) &&
      existsSync(join(root, name)),
  )
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

/** `src/cli`, `docs`, `README.md`. */
function folderOf(name) {
  return name.split('/').slice(0, -1).slice(0, 2).join('/') || name
}

const named = process.argv.slice(2).filter((word) => word !== '--write')
const hits = (named.length > 0 ? named : trackedFiles()).flatMap(hitsOf)
const byFolder = grouped(hits)

function grouped(all) {
  const groups = new Map()
  for (const hit of all) groups.set(folderOf(hit.name), [...(groups.get(folderOf(hit.name)) ?? []), hit])
  return groups
}

if (process.argv.includes('--write')) {
  const counts = [...byFolder].map(([folder, { length }]) => [folder, length]).sort()
  writeFileSync(allowedFile, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`)
} else {
  const allowed = named.length > 0 ? {} : JSON.parse(readFileSync(allowedFile, 'utf8'))
  const over = [...byFolder].filter(([folder, { length }]) => length > (allowed[folder] ?? 0))
  for (const { name, line, found, instead } of over.flatMap(([, each]) => each)) {
    process.stdout.write(`${name}:${line}: "${found}": ${instead}\n`)
  }
  process.exitCode = over.length === 0 ? 0 : 1
}
