import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')

interface Layer {
  /** The folders, or the files at the top, that this row is about. */
  readonly parts: readonly string[]
  readonly mayImport: readonly string[]
  readonly because: string
}

/** The parts of src. A part may always import itself. */
const layers: readonly Layer[] = [
  { parts: ['core'], mayImport: [], because: 'the nouns depend on nothing, so that everyone can use them' },
  {
    parts: ['engine', 'settings', 'gate', 'reporters', 'dashboard'],
    mayImport: ['core'],
    because: 'each does one thing with values and is put together by a check',
  },
  {
    parts: ['sandbox'],
    mayImport: ['core', 'engine', 'dashboard/contract'],
    because: 'the embedded service must not know its client, or it would prove nothing',
  },
  {
    parts: ['check/breaking'],
    mayImport: ['core'],
    because: 'what breaks a client depends on two versions of a contract, however they were read',
  },
  {
    parts: ['check'],
    mayImport: ['core', 'engine', 'settings', 'gate', 'reporters', 'dashboard', 'sandbox'],
    because: 'a run needs no terminal: commands, library, watch and editors call it',
  },
  {
    parts: ['terminal'],
    mayImport: ['core', 'settings', 'reporters', 'dashboard', 'check'],
    because: 'it shows what a run returns and decides nothing',
  },
  {
    parts: ['features'],
    mayImport: [
      'core',
      'engine',
      'settings',
      'gate',
      'reporters',
      'dashboard',
      'sandbox',
      'check',
      'terminal',
    ],
    because: 'a feature stands on what all share, and nothing stands on a feature',
  },
  {
    parts: ['library', 'library.ts', 'engine.ts'],
    mayImport: ['core', 'engine', 'settings', 'gate', 'reporters', 'check', 'library'],
    because: 'a front door shows what a run returns and decides nothing',
  },
  {
    parts: ['cli', 'main.ts'],
    mayImport: ['core', 'settings', 'reporters', 'check', 'terminal', 'cli'],
    because: 'only the table of commands names features',
  },
]

interface Room {
  /** A folder, or a file beside the folders. */
  readonly room: string
  /** Rooms of the same part. */
  readonly mayImport: readonly string[]
  readonly because: string
}

/** The rooms of a run, the lowest first: each imports only rooms above its row. */
const checkRooms: readonly Room[] = [
  { room: 'sources', mayImport: [], because: 'input is read before anything is known of the run' },
  { room: 'world.ts', mayImport: ['sources'], because: 'the surroundings of a run read its input' },
  { room: 'git', mayImport: ['sources', 'world.ts'], because: 'files of a commit are input' },
  { room: 'types.ts', mayImport: ['sources', 'world.ts'], because: 'a plan and a request are of every room' },
  { room: 'definitions', mayImport: ['sources', 'world.ts', 'types.ts'], because: 'it chooses among files' },
  {
    room: 'config',
    mayImport: ['sources', 'world.ts', 'types.ts'],
    because: 'a config is a file that names files',
  },
  {
    room: 'evaluation',
    mayImport: ['sources', 'world.ts', 'types.ts', 'definitions'],
    because: 'definitions are evaluated by anyone',
  },
  {
    room: 'connect',
    mayImport: ['sources', 'world.ts', 'types.ts', 'config', 'evaluation'],
    because: 'settings say who evaluates',
  },
  {
    room: 'rulesets',
    mayImport: ['sources', 'world.ts', 'types.ts', 'config', 'evaluation', 'connect'],
    because: 'rulesets are files, or a dashboard has them',
  },
  { room: 'breaking', mayImport: [], because: 'it compares values' },
  {
    room: 'fixable',
    mayImport: ['sources', 'world.ts', 'types.ts', 'config', 'rulesets'],
    because: 'rulesets say how their issues are fixed',
  },
  {
    room: 'reports',
    mayImport: ['sources', 'world.ts', 'types.ts', 'config', 'evaluation', 'rulesets', 'breaking'],
    because: 'a report explains the rules of its issues',
  },
  {
    room: 'plan',
    mayImport: [
      'sources',
      'world.ts',
      'git',
      'types.ts',
      'definitions',
      'config',
      'evaluation',
      'connect',
      'rulesets',
      'reports',
      'breaking',
    ],
    because: 'a plan has everything read that can be read before the first request',
  },
  {
    room: 'base',
    mayImport: [
      'sources',
      'world.ts',
      'git',
      'types.ts',
      'definitions',
      'config',
      'evaluation',
      'plan',
      'breaking',
    ],
    because: 'the base is evaluated by the plan of the run',
  },
  {
    room: 'excuses',
    mayImport: ['sources', 'world.ts', 'types.ts', 'config', 'reports', 'base'],
    because: 'an excuse may depend on what the base had',
  },
  { room: 'judge.ts', mayImport: ['types.ts', 'evaluation', 'plan'], because: 'a verdict needs all answers' },
  {
    room: 'carry-out.ts',
    mayImport: ['world.ts', 'types.ts', 'evaluation', 'base', 'excuses', 'judge.ts'],
    because: 'it has a plan carried out and judged',
  },
  {
    room: 'check.ts',
    mayImport: ['sources', 'world.ts', 'types.ts', 'reports', 'plan', 'base', 'judge.ts', 'carry-out.ts'],
    because: 'it is the whole run',
  },
]

/** The rooms of the engine, the lowest first; the files beside them may import any, and be imported. */
const engineRooms: readonly Room[] = [
  { room: 'jsonpath', mayImport: [], because: 'a query depends on its text' },
  { room: 'json-schema', mayImport: [], because: 'a schema is applied to any value' },
  { room: 'openapi', mayImport: [], because: 'what a document says depends on no rule' },
  { room: 'matching', mayImport: ['jsonpath', 'openapi'], because: 'queries are applied across references' },
  { room: 'bundle', mayImport: ['openapi'], because: 'a bundle is made along references' },
  {
    room: 'ruleset',
    mayImport: ['jsonpath', 'openapi', 'matching'],
    because: 'a ruleset is read before its functions are known',
  },
  {
    room: 'functions',
    mayImport: ['jsonpath', 'json-schema', 'openapi', 'ruleset'],
    because: 'a function checks what was matched',
  },
  { room: 'examples', mayImport: ['ruleset'], because: 'examples stand in rulesets' },
  {
    room: 'rulesets',
    mayImport: ['jsonpath', 'ruleset', 'functions', 'examples'],
    because: 'the built-in rulesets are rulesets',
  },
  {
    room: 'javascript',
    mayImport: ['ruleset', 'functions', 'rulesets', 'json-schema', 'openapi'],
    because: 'the code of a ruleset may import the built-in ones',
  },
]

/** The most lines of each room. Who needs more raises the number in the same commit, with the reason beside it. */
const budgets: Readonly<Record<string, number>> = {
  check: 750,
  'check/base': 2290, // the error of a run without a base is loaded by that run alone
  'check/breaking': 9310, // where a change stands; numbers that a pattern refuses; what is sent by which name: exploded objects, overlapping paths; what closed objects and items refuse within conditions; encodings in parameters and headers; every field is listed; values that two alternatives share, several contains, each condition by itself; many flows
  'check/config': 850,
  'check/connect': 700,
  'check/definitions': 500,
  'check/evaluation': 700, // an answer that has arrived counts, although a later request failed first
  'check/excuses': 250,
  'check/fixable': 1800,
  'check/git': 750,
  'check/plan': 1450,
  'check/reports': 502, // reports of a million issues are read in batches, which sees no second list of them
  'check/rulesets': 850,
  'check/sources': 1765, // submodules that only the index has; keys with escapes; pipes; repeated keys are refused in every file of data; packages of the work tree, where a hook checks a commit
  cli: 600,
  core: 6345, // names of files from where another is; patterns read no further than they fit; typed keys and lost quotes, looked for where the reader met such
  dashboard: 3100, // lookups are of what was asked for; lists of which the first pages are wanted
  engine: 1460, // severities at places are found by their paths
  'engine.ts': 50,
  'engine/bundle': 500,
  'engine/examples': 300,
  'engine/functions': 5070, // references in files to encodings and their headers
  'engine/javascript': 1400,
  'engine/json-schema': 2050,
  'engine/jsonpath': 1150,
  'engine/matching': 900,
  'engine/openapi': 2500,
  'engine/ruleset': 1925, // parserOptions of overrides; a warning where overrides have no effect
  'engine/rulesets': 950,
  'features/baseline': 300,
  'features/bundle': 100,
  'features/check': 200,
  'features/completion': 550,
  'features/config': 350,
  'features/dashboard': 1000,
  'features/diff': 500,
  'features/doctor': 650,
  'features/explain': 500,
  'features/fix': 3660, // comments behind the last member in brackets; definitions that no config lists
  'features/fleet': 800,
  'features/help': 100,
  'features/hook': 400,
  'features/init': 1100,
  'features/lsp': 2750,
  'features/mcp': 1700,
  'features/parity': 300,
  'features/reports': 150,
  'features/ruleset': 3700,
  'features/sandbox': 400,
  'features/waivers': 500,
  'features/watch': 600,
  gate: 2690, // waivers by patterns of paths found by how these begin; merges read in batches; paths without the stack; thousands of waivers found by rule and path
  library: 620, // options of the engine are refused as those of a check are
  'library.ts': 50,
  'main.ts': 50,
  reporters: 4200,
  sandbox: 6050,
  settings: 2275, // secrets by their form in any text of a config
  terminal: 2650,
}

/** The features that import another, from its `index.ts`, and why. */
const featureImports: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: {
    explain: 'a check says which rule a misspelt --rule means',
    fix: 'a check says what gov fix would change',
    watch: 'check --watch',
  },
  doctor: { hook: 'the hooks that run a check are part of the setup' },
  init: { hook: 'init offers to install the hook' },
  lsp: {
    config: 'an open config has the problems that gov config validate prints',
    explain: 'a hover explains the rule',
    fix: 'quick fixes',
    ruleset: 'an open ruleset has the problems that gov ruleset validate and test print',
    waivers: 'a quick fix waives an issue',
    watch: 'an editor is a watched run over its own texts',
  },
  mcp: {
    dashboard: 'a tool looks up what the commands print',
    explain: 'a tool explains rules',
    fix: 'a tool fixes definitions',
    waivers: 'a tool adds waivers',
  },
  ruleset: {
    fix: 'a test of a ruleset tests the fixes that its rules declare',
    init: 'an import writes the config as init does',
  },
  waivers: {
    explain: 'a waiver says which rule a misspelt one means',
    fix: 'a waiver is added to a config by the edits that keep comments and formatting',
  },
}

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
      'dashboard/transport',
      'sandbox/http',
      'sandbox/store',
      'sandbox/evaluation',
      'check',
      'terminal',
      'features',
      'main.ts',
    ],
    because: 'what decides, parses or prints takes values and gives values, as a digest does',
  },
  {
    module: /^(chalk|cli-table3)$/,
    only: ['reporters/table'],
    because: 'one place decides colour, and one printer draws every table',
  },
  { module: /^commander$/, only: ['cli', 'terminal', 'features'], because: 'a run needs no command line' },
  { module: /^js-yaml$/, only: ['core/document'], because: 'every YAML text is read by the same laws' },
  {
    module: /^yaml$/,
    only: ['features/waivers'],
    because: 'it edits what people wrote; all else only reads it',
  },
  { module: /^undici/, only: ['dashboard/transport'], because: 'the network is behind one fetch' },
  { module: /^@modelcontextprotocol/, only: ['features/mcp'], because: 'agents are one front door' },
  { module: /^vscode-/, only: ['features/lsp'], because: 'editors are one front door' },
  { module: /^cosmiconfig/, only: ['check/config'], because: 'only the loader looks for a config' },
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

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)
const parts = layers.flatMap((layer) => layer.parts)

/** The most exact row's part of a file. */
const partOf = (file: string) =>
  parts.filter((part) => isIn(file, part)).sort((a, b) => b.length - a.length)[0]

it.each(layers)('$parts import only what they may, as $because', ({ parts, mayImport }) => {
  const isAllowed = ({ file, target }: (typeof ours)[number]) =>
    parts.some((part) => isIn(file, part) && isIn(target, part)) ||
    mayImport.some((part) => isIn(target, part))
  const checked = ours.filter(({ file }) => parts.includes(partOf(file) ?? '') && file !== 'cli/commands.ts')
  expect(checked.filter((each) => !isAllowed(each))).toEqual([])
})

const rooms = [
  ...checkRooms.map((row) => ({ ...row, part: 'check', table: checkRooms })),
  ...engineRooms.map((row) => ({ ...row, part: 'engine', table: engineRooms })),
]

it.each(rooms)(
  '$part/$room imports only the rooms that it may, as $because',
  ({ part, room, table, mayImport }) => {
    const isOther = (target: string) =>
      table.some((row) => row.room !== room && isIn(target, `${part}/${row.room}`))
    const strayed = ours.filter(
      ({ file, target }) =>
        isIn(file, `${part}/${room}`) &&
        isOther(target) &&
        !mayImport.some((other) => isIn(target, `${part}/${other}`)),
    )
    expect(strayed).toEqual([])
  },
)

it('every room has a row, and imports those above its row', () => {
  const rowless = files.filter(
    (file) =>
      /^(?:check\/|engine\/[\w-]+\/)/.test(file) &&
      !rooms.some(({ part, room }) => isIn(file, `${part}/${room}`)),
  )
  expect(rowless).toEqual([])
  const back = rooms.flatMap(({ part, room, table, mayImport }) => {
    const lower = table
      .slice(
        0,
        table.findIndex((row) => row.room === room),
      )
      .map((row) => row.room)
    return mayImport.filter((other) => !lower.includes(other)).map((other) => `${part}/${room} -> ${other}`)
  })
  expect(back).toEqual([])
})

it('no room has more lines than its budget', () => {
  const sizes = new Map<string, number>()
  for (const file of files) {
    const [part = '', inner = ''] = file.split('/')
    const isRoom = ['check', 'engine', 'features'].includes(part) && file.split('/').length > 2
    const room = isRoom ? `${part}/${inner}` : part
    sizes.set(room, (sizes.get(room) ?? 0) + readFileSync(join(src, file), 'utf8').split('\n').length - 1)
  }
  expect([...sizes.keys()].sort()).toEqual(Object.keys(budgets).sort())
  expect([...sizes].filter(([room, lines]) => lines > (budgets[room] ?? 0))).toEqual([])
})

it('every part of src has a row in the table', () => {
  expect(ours.length).toBeGreaterThan(500)
  expect(files.filter((file) => partOf(file) === undefined)).toEqual([])
})

const featureOf = (file: string) => /^features\/([\w-]+)\//.exec(file)?.[1]
const between = ours
  .map(({ file, target }) => ({ file, target, from: featureOf(file), to: featureOf(target) }))
  .filter(({ from, to }) => to !== undefined && from !== to)

it('a feature imports only the features of the list, each from its index.ts', () => {
  const inFeatures = between.filter(({ from }) => from !== undefined)
  expect(inFeatures.filter(({ to, target }) => target !== `features/${to}/index.ts`)).toEqual([])
  const listed = Object.entries(featureImports).flatMap(([from, others]) =>
    Object.keys(others).map((to) => `${from} -> ${to}`),
  )
  expect([...new Set(inFeatures.map(({ from, to }) => `${from} -> ${to}`))].sort()).toEqual(listed.sort())
})

it('nothing but the table of commands names a feature', () => {
  expect([...new Set(between.filter(({ from }) => from === undefined).map(({ file }) => file))]).toEqual([
    'cli/commands.ts',
  ])
})

it('each feature is a row of that table, and has an index.ts only if another needs it', () => {
  const features = readdirSync(join(src, 'features'))
  const named = new Set(between.filter(({ from }) => from === undefined).map(({ to }) => to))
  expect(
    features.filter(
      (feature) => !named.has(feature) && !Object.values(featureImports).some((others) => feature in others),
    ),
  ).toEqual([])
  const needed = new Set(Object.values(featureImports).flatMap((others) => Object.keys(others)))
  const indexed = features.filter((feature) => existsSync(join(src, 'features', feature, 'index.ts')))
  expect(indexed.sort()).toEqual([...needed].sort())
})

it.each(restrictions)('$module is imported only in $only, as $because', ({ module, only }) => {
  const strayed = imports.filter(
    (each) => module.test(each.module) && !only.some((folder) => isIn(each.file, folder)),
  )
  expect(strayed).toEqual([])
})

it('what prints, compares or edits values in a feature or a check reads no file and starts nothing', () => {
  const pure =
    /^(?:check\/breaking\/|features\/fix\/(?:edits|propose|rename|rules)\/|features\/.*(?:views?|-text)\.ts$)/
  const strayed = imports.filter(
    ({ file, module }) => pure.test(file) && /^node:(?!crypto$|path)/.test(module),
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
  const schemas = files.filter(
    (file) => /^(core\/model|features)\//.test(file) && textOf(file).includes('= Inferred<typeof'),
  )
  expect(schemas.length).toBeGreaterThan(10)
  const loaders = files.filter((file) => {
    const loaded = textOf(file).matchAll(/^import (?!type\b)[^']*'(\.[^']+)'/gm)
    return [...loaded].some(([, module = '']) =>
      schemas.includes(relative(src, resolve(src, dirname(file), module))),
    )
  })
  expect(loaders.filter((file) => !schemas.includes(file)).toSorted()).toEqual([
    'check/excuses/baseline-file.ts',
    'reporters/report-schema.ts',
  ])
})

it('the lock of a folder is loaded only where it is asked for, as its library ends the process on signals', () => {
  const lock = 'sandbox/store/folder-lock.ts'
  expect(imports.filter(({ module }) => module === 'proper-lockfile').map(({ file }) => file)).toEqual([lock])
  const text = readFileSync(join(src, 'features/sandbox/serve.ts'), 'utf8')
  expect(text).toMatch(/await import\('[^']*folder-lock\.ts'\)/)
  expect(ours.filter(({ target }) => target === lock).map(({ file }) => file)).toEqual([
    'features/sandbox/serve.ts',
  ])
})

it('only the terminal names process', () => {
  const naming = files.filter((file) =>
    /(?<![\w.'"`/-])process\.\w/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(naming.filter((file) => !isIn(file, 'terminal'))).toEqual([])
})

it('no error is recognised by instanceof Error, which fails for those of another realm', () => {
  const strayed = files.filter((file) => /instanceof Error\b/.test(readFileSync(join(src, file), 'utf8')))
  expect(strayed).toEqual(['core/model/file-fault.ts'])
})

function groupBy<Value>(values: readonly Value[], key: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value])
  return groups
}
