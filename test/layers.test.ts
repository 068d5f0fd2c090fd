import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

interface Layer {
  /** The folders, or the file at the top, that this row is about. */
  readonly parts: readonly string[]
  readonly mayImport: readonly string[]
  readonly because: string
}

const workers = ['settings', 'engine', 'breaking', 'fix', 'gate', 'dashboard', 'reporters']
const shared = ['model', 'text']

/** The table of src/README.md. A part may always import itself. */
const layers: readonly Layer[] = [
  { parts: ['model'], mayImport: [], because: 'the nouns depend on nothing, so that everyone can use them' },
  { parts: ['text'], mayImport: ['model'], because: 'small functions of text know nothing of the program' },
  {
    parts: ['document', 'contract'],
    mayImport: shared,
    because: 'a document and the wire are read the same way by every reader',
  },
  {
    parts: ['settings', 'engine'],
    mayImport: [...shared, 'document'],
    because: 'the engine is pure, and settings are known before anything runs',
  },
  {
    parts: ['fix'],
    mayImport: [...shared, 'document'],
    because: 'an edit depends on a text, what it says and what is wrong with it, and on no rule engine',
  },
  {
    parts: ['breaking'],
    mayImport: ['model'],
    because: 'what breaks a client depends on two versions of a contract, however they were read',
  },
  {
    parts: ['gate', 'reporters'],
    mayImport: shared,
    because: 'a decision and its wording depend on values only',
  },
  {
    parts: ['dashboard'],
    mayImport: [...shared, 'contract'],
    because: 'the client knows the wire and nothing of who answers',
  },
  {
    parts: ['service'],
    mayImport: [...shared, 'document', 'contract', 'engine'],
    because: 'the embedded service must not know its client, or it would prove nothing',
  },
  {
    parts: ['run'],
    mayImport: [...shared, 'document', 'contract', ...workers, 'service'],
    because: 'a run needs no terminal: commands, library, watch and editors call it',
  },
  {
    parts: ['cli', 'library', 'library.ts'],
    mayImport: [...shared, 'settings', 'reporters', 'dashboard', 'contract', 'run', 'library'],
    because: 'a front door shows what a run returns and decides nothing',
  },
  {
    parts: ['main.ts'],
    mayImport: [...shared, ...workers, 'document', 'contract', 'service', 'run', 'cli', 'library'],
    because: 'it puts the parts together',
  },
]

interface Restriction {
  readonly module: RegExp
  /** Folders whose files may import it. */
  readonly only: readonly string[]
  readonly because: string
}

const restrictions: readonly Restriction[] = [
  {
    module: /^node:(?!crypto$)/,
    only: [
      'settings/load',
      'dashboard/transport',
      'service/http',
      'service/store',
      'service/evaluation',
      'run',
      'cli',
      'main.ts',
    ],
    because: 'what decides, parses or prints takes values and gives values, as a digest does',
  },
  {
    module: /^(chalk|cli-table3)$/,
    only: ['reporters/table'],
    because: 'one place decides colour, and one printer draws every table',
  },
  { module: /^commander$/, only: ['cli'], because: 'a run needs no command line' },
  { module: /^js-yaml$/, only: ['document'], because: 'every YAML text is read by the same laws' },
  {
    module: /^yaml$/,
    only: ['run/waivers'],
    because: 'it edits what people wrote; all else only reads it',
  },
  {
    module: /^string-width$/,
    only: ['reporters/table/columns.ts'],
    because: 'one printer draws every table',
  },
  { module: /^undici/, only: ['dashboard/transport'], because: 'the network is behind one fetch' },
  { module: /^@modelcontextprotocol/, only: ['cli/mcp'], because: 'agents are one front door' },
  { module: /^vscode-/, only: ['cli/lsp'], because: 'editors are one front door' },
  { module: /^cosmiconfig/, only: ['settings/load'], because: 'only the loader looks for a config' },
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
const ours = imports
  .filter(({ module }) => module.startsWith('.') && module.endsWith('.ts'))
  .map(({ file, module }) => ({ file, target: relative(src, resolve(src, dirname(file), module)) }))

const partOf = (file: string) => file.split('/')[0] ?? file
const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

it.each(layers)('$parts import only what they may, as $because', ({ parts, mayImport }) => {
  const allowed = ({ file, target }: (typeof ours)[number]) =>
    partOf(target) === partOf(file) || mayImport.includes(partOf(target))
  expect(ours.filter((each) => parts.includes(partOf(each.file)) && !allowed(each))).toEqual([])
})

it('every part of src has a row in the table', () => {
  expect(ours.length).toBeGreaterThan(500)
  const known = layers.flatMap(({ parts }) => parts)
  expect([...new Set(files.map(partOf))].filter((part) => !known.includes(part))).toEqual([])
})

it.each(restrictions)('$module is imported only in $only, as $because', ({ module, only }) => {
  const strayed = imports.filter(
    (each) => module.test(each.module) && !only.some((folder) => isIn(each.file, folder)),
  )
  expect(strayed).toEqual([])
})

it('no file imports itself by way of others, type imports included', () => {
  expect(cycles()).toEqual([])
})

/** Files that reach each other, each group once. */
function cycles(): string[][] {
  const next = groupBy(ours, ({ file }) => file)
  const reached = new Map(files.map((file) => [file, reach(file, next)]))
  const groups = files
    .map((file) => files.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)))
    .filter((group) => group.length > 0)
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

function reach(file: string, next: ReadonlyMap<string, readonly { readonly target: string }[]>): Set<string> {
  const found = new Set<string>()
  const open = [file]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const { target } of next.get(each) ?? []) {
      if (!found.has(target)) open.push(target)
      found.add(target)
    }
  }
  return found
}

it('only JSON reports and baselines load schemas of the model, as a check starts faster without', () => {
  const textOf = (file: string) => readFileSync(join(src, file), 'utf8')
  const schemas = files.filter((file) => isIn(file, 'model') && textOf(file).includes('= Inferred<typeof'))
  expect(schemas.length).toBeGreaterThan(10)
  const loaders = files.filter((file) => {
    const loaded = textOf(file).matchAll(/^import (?!type\b)[^']*'(\.[^']+)'/gm)
    return [...loaded].some(([, module = '']) =>
      schemas.includes(relative(src, resolve(src, dirname(file), module))),
    )
  })
  expect(loaders.filter((file) => !schemas.includes(file))).toEqual([
    'reporters/report-schema.ts',
    'run/baseline/baseline-file.ts',
  ])
})

it('no folder holds more than 40 files', () => {
  const sizes = groupBy(files, (file) => dirname(file))
  expect([...sizes].filter(([, inside]) => inside.length > 40).map(([folder]) => folder)).toEqual([])
})

it('only the terminal names process', () => {
  const naming = files.filter((file) =>
    /(?<![\w.'"`/-])process\.\w/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(naming.filter((file) => !isIn(file, 'cli/terminal'))).toEqual([])
})

it('no error is recognised by instanceof Error, which fails for those of another realm', () => {
  const strayed = files.filter((file) => /instanceof Error\b/.test(readFileSync(join(src, file), 'utf8')))
  expect(strayed).toEqual(['model/system-error.ts'])
})

function groupBy<Value>(values: readonly Value[], key: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value])
  return groups
}
