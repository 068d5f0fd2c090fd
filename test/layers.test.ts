import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

/** What each part may import of ours; the table of src/README.md. A part is a top-level name under src. */
const words = ['model', 'errors', 'sanitize', 'suggest', 'decode-text', 'file-fault', 'once']
const workers = ['document', 'gate', 'dashboard', 'reporters', 'engine']
const shell = ['io', 'files', 'context', 'commands', 'main', 'library']
const everything = [...words, ...workers, 'config', 'sandbox', ...shell]
const mayImport: Record<string, readonly string[]> = {
  model: [],
  errors: [],
  sanitize: [],
  suggest: [],
  once: [],
  'file-fault': [],
  'decode-text': ['file-fault'],
  document: words,
  gate: words,
  dashboard: words,
  reporters: words,
  engine: [...words, 'document'],
  config: [...words, 'document', 'gate/policy', 'reporters/formats'],
  sandbox: [...words, 'engine', 'document', 'dashboard/contract'],
  io: everything,
  files: everything,
  context: everything,
  commands: everything,
  main: everything,
  library: everything,
}

/** Packages and builtin modules, and the only files that may import them. */
const restricted: readonly {
  readonly module: RegExp
  readonly only: RegExp
}[] = [
  {
    module: /^node:/,
    only: /^(io|files|context|main|library\/quiet-host|commands\/.*|dashboard\/transport(?:\/.*)?|config\/(load|policy-file|read-config-source|discover|fence|check-paths|small-file|environment)|reporters\/sha256|sandbox\/(workspace|record-files|listen|http-server|incoming-request|send-answer|client-error|raw-answer|issue-id|same-secret|evaluation-pool|evaluation-worker))\.ts$/,
  },
  { module: /^(chalk|cli-table3)$/, only: /^(reporters\/.*|io)\.ts$/ },
  { module: /^commander$/, only: /^(commands\/.*|main)\.ts$/ },
  { module: /^js-yaml$/, only: /^document(\/.*)?\.ts$/ },
]

interface Import {
  readonly file: string
  readonly module: string
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8')
  const found = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm)
  return [...found].flatMap(([, module]) => (module === undefined ? [] : { file, module }))
}

const imports = files.flatMap(importsOf)

function place(file: string): string {
  return file.replace(/\.ts$/, '')
}

function partOf(place: string): string {
  return place.split('/')[0] ?? place
}

function isAllowed({ file, module }: Import): boolean {
  const target = place(relative(src, resolve(src, dirname(file), module)))
  const from = partOf(place(file))
  return (
    partOf(target) === from ||
    (mayImport[from] ?? []).some((name) => target === name || target.startsWith(`${name}/`))
  )
}

it('every part imports only what its layer may', () => {
  const ours = imports.filter(({ module }) => module.startsWith('.') && !module.endsWith('/package.json'))
  expect(ours.length).toBeGreaterThan(50)
  expect(ours.filter((each) => !isAllowed(each))).toEqual([])
})

it('every part of src has a place in the table', () => {
  const unknown = files.map((file) => partOf(place(file))).filter((part) => !(part in mayImport))
  expect([...new Set(unknown)]).toEqual([])
})

it('packages and builtin modules stay where they are allowed', () => {
  const strayed = restricted.flatMap(({ module, only }) =>
    imports.filter((each) => module.test(each.module) && !only.test(each.file)),
  )
  expect(strayed).toEqual([])
})

it('only io names process', () => {
  const naming = files.filter((file) =>
    /(?<![\w.'"`/-])process\.\w/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(naming.filter((file) => file !== 'io.ts')).toEqual([])
})
