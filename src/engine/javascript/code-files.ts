import { init, parse } from 'es-module-lexer'
import { readMessage } from '../../core/model/file-fault.ts'
import { isPackage } from '../ruleset/extends.ts'
import type { RulesetProblem, RulesetReader } from '../ruleset/ruleset-source.ts'
import type { Reporting } from '../ruleset/ruleset-text.ts'

/** How the text of a module is read: as an ES module, as CommonJS, or as JSON. */
type ModuleKind = 'module' | 'commonjs' | 'json'

interface CodeFile {
  readonly text: string
  readonly kind: ModuleKind
  /** An ES module that calls `require`. */
  readonly callsRequire: boolean
}

/** The files of a ruleset's code, all read before any of it runs: the sandbox can wait for nothing. */
export interface CodeFiles {
  readonly files: ReadonlyMap<string, CodeFile>
  /** Reads a file and all that it imports. Gives its name; rejects with why it cannot be read. */
  readonly add: (reference: string, from: string) => Promise<string>
  /** Adds a file that has been read already. */
  readonly addText: (name: string, text: string) => Promise<void>
  /** The name of what a file imports: of a file, or of a package. Throws the reason why there is none. */
  readonly resolve: (from: string, specifier: string) => string
  /** Whether a file imports this by a name that can be read in it; what is made at run time is none. */
  readonly isImport: (from: string, specifier: string) => boolean
  /** The names that any file imports from a package. */
  readonly namesFrom: (packageName: string) => readonly string[]
  /** The packages that a file, or what it imports, names and that are not there; those of all files without a name. */
  readonly lackedBy: (name?: string) => readonly string[]
}

/** More is a mistake, or an attempt to keep the loader busy: lodash-es has 640 files. */
const maxFiles = 5000
const maxCharacters = 20_000_000

export function createCodeFiles(read: RulesetReader, warn?: Reporting['warn']): CodeFiles {
  const files = new Map<string, CodeFile>()
  const found = new Map<string, { readonly name: string } | { readonly fault: string }>()
  const imported = new Map<string, Set<string>>()
  const lacked: { readonly from: string; readonly specifier: string }[] = []
  let characters = 0

  async function add(reference: string, from: string): Promise<string> {
    const { name, text } = await readFirst(listCandidates(reference), from, read)
    await addText(name, text)
    return name
  }

  async function addText(name: string, text: string): Promise<void> {
    if (files.has(name)) return
    characters += text.length
    if (files.size === maxFiles || characters > maxCharacters)
      throw new Error(`its code has more than ${maxFiles} files or ${maxCharacters / 1e6} MB`)
    await init
    const kind = detectModuleKind(name, text)
    files.set(name, { text, kind, callsRequire: kind === 'module' && callsRequire(text) })
    if (kind === 'json') return
    for (const problem of listAbsent(name, text)) warn?.(problem)
    for (const { specifier, names } of listImports(text)) {
      const known = imported.get(specifier) ?? new Set()
      imported.set(specifier, new Set([...known, ...names]))
      if (isRelative(specifier)) found.set(`${name}\0${specifier}`, await tryToAdd(specifier, name))
      else if (!builtIn.test(specifier)) await addPackage(specifier, name, text)
    }
  }

  /** A built-in module such as `node:fs`, or a package that is not installed, fails when it is used. */
  async function addPackage(specifier: string, from: string, text: string): Promise<void> {
    const added = isPackage(specifier) ? await tryToAdd(`npm:${specifier}`, from) : undefined
    if (added && 'name' in added) found.set(`${from}\0${specifier}`, added)
    else {
      lacked.push({ from, specifier })
      warn?.(createMissingProblem(specifier, from, text, added?.fault))
    }
  }

  function withImports(name: string, known = new Set<string>()): ReadonlySet<string> {
    if (known.has(name)) return known
    known.add(name)
    for (const [key, target] of found)
      if (key.startsWith(`${name}\0`) && 'name' in target) withImports(target.name, known)
    return known
  }

  async function tryToAdd(specifier: string, from: string) {
    return add(specifier, from).then(
      (name) => ({ name }),
      (error: unknown) => ({ fault: `"${specifier}" cannot be read: ${readMessage(error)}` }),
    )
  }

  return {
    files,
    add,
    addText,
    resolve: (from, specifier) => {
      const target = found.get(`${from}\0${specifier}`)
      if (target === undefined && !isRelative(specifier)) return specifier
      if (target === undefined) throw new Error(`"${specifier}" is not an import that was found in ${from}`)
      if ('fault' in target) throw new Error(target.fault)
      return target.name
    },
    isImport: (from, specifier) => !isRelative(specifier) || found.has(`${from}\0${specifier}`),
    namesFrom: (packageName) => [...(imported.get(packageName) ?? [])],
    lackedBy: (name) => {
      const files = name === undefined ? undefined : withImports(name)
      return lacked.flatMap(({ from, specifier }) => (files?.has(from) === false ? [] : [specifier]))
    },
  }
}

/** The packages of `inside.js`. */
const builtIn = /^@stoplight\/(?:spectral-(?:core|formats|functions|rulesets|runtime)|json|types)(?:\/|$)/

/** The commonest modules of Node itself. */
const nodeOnly =
  /^(?:assert|buffer|child_process|crypto|events|fs|http|https|net|os|path|process|stream|tty|url|util|vm|zlib)(?:\/|$)/

function createMissingProblem(specifier: string, file: string, text: string, fault = ''): RulesetProblem {
  const line = text.slice(0, text.indexOf(specifier)).split('\n').length
  const [, outside = ''] = /(\S+ is outside .*)/.exec(fault) ?? []
  const isInstallable = isPackage(specifier) && !nodeOnly.test(specifier)
  const way = outside === '' ? (isInstallable ? ', until it is installed with npm' : '') : `: ${outside}`
  const reason = `the package "${specifier}" is not available: gov check is incomplete (exit 5) where a rule uses it${way}`
  return { file, line, column: 1, key: '', reason }
}

function isRelative(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier)
}

/** The names that bundlers try: the ending may be left out, and a folder means its index. */
function listCandidates(reference: string): readonly string[] {
  if (/^npm:|\.([cm]?js|json)$/i.test(reference)) return [reference]
  return ['.js', '.mjs', '.cjs', '.json', '/index.js', '/index.mjs', '/index.cjs'].map(
    (end) => reference + end,
  )
}

async function readFirst([first = '', ...others]: readonly string[], from: string, read: RulesetReader) {
  try {
    return await read(first, from)
  } catch (error) {
    for (const other of others) {
      const file = await read(other, from).catch(() => undefined)
      if (file) return file
    }
    throw error
  }
}

/** By its extension, or else by what its code has: a line of CommonJS may begin with `importsKeys =`. */
function detectModuleKind(name: string, text: string): ModuleKind {
  if (/\.json$/i.test(name)) return 'json'
  if (/\.mjs$/i.test(name)) return 'module'
  if (/\.cjs$/i.test(name)) return 'commonjs'
  // Text that does not parse fails when it runs, with the reason for its kind of module.
  const isModule = parseModule(text)?.hasModuleSyntax ?? /^\s*(?:import|export)\b/m.test(text)
  return isModule ? 'module' : 'commonjs'
}

/** The imports of a text; undefined where it cannot be read: what runs it says why. */
function parseModule(text: string) {
  try {
    const [imports, , , hasModuleSyntax] = parse(text)
    return { imports, hasModuleSyntax }
  } catch {
    return undefined
  }
}

/** Globals that the sandbox lacks. Less clear names of the web, such as `Request`, are often declared by the code itself. */
const absent =
  /(?<![\w$.]|\btypeof\s{1,9})(process|Buffer|__dirname|__filename|fetch|setTimeout|setInterval|setImmediate|crypto|Intl|WebAssembly)(?![\w$]|\s*:(?!:))/g
const declared = /\b(?:function|class|const|let|var)\s+([\w$]+)|\bimport\s+([^;]*?)\s*\bfrom\b/g

/** A warning for each such name that a ruleset's own file reads, outside of texts and comments, and does not declare. */
function listAbsent(file: string, text: string): RulesetProblem[] {
  if (/(?:^|\/)node_modules\//.test(file)) return []
  const code = text.replace(requireCall, (found) => found.replace(/[^\n]/g, ' '))
  const names = new Set(
    [...code.matchAll(declared)].flatMap(([, one = '', list = '']) => [one, ...list.split(/[^\w$]+/)]),
  )
  const found = new Map<string, RulesetProblem>()
  for (const { 1: name = '', index } of code.matchAll(absent)) {
    const before = code.slice(0, index)
    if (found.has(name) || names.has(name)) continue
    const line = before.split('\n').length
    const column = index - before.lastIndexOf('\n')
    const reason = `"${name}" is not available: gov check is incomplete (exit 5) where a rule uses it`
    found.set(name, { file, line, column, key: '', reason })
  }
  return [...found.values()]
}

interface Import {
  readonly specifier: string
  readonly names: readonly string[]
}

function listImports(text: string): Import[] {
  const clauses = (parseModule(text)?.imports ?? []).flatMap(({ n: specifier, ss, se }) => {
    if (specifier === undefined) return []
    const [, list = ''] = /\{([^}]*)\}/.exec(text.slice(ss, se)) ?? []
    const names = [...list.matchAll(/([\w$]+)(?:\s+as\s+[\w$]+)?\s*(?:,|$)/g)].map(([, name = '']) => name)
    return [{ specifier, names }]
  })
  return [...clauses, ...listRequired(text).map((specifier) => ({ specifier, names: [] }))]
}

/** Comments and texts are passed over, so that a message about `require(",")` is none. */
const requireCall =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<![\w$]|(?<!\.\.)\.)require\s*\(\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g

/** The string arguments of `require` calls. */
function listRequired(text: string): string[] {
  return [...text.matchAll(requireCall)].flatMap(([, single, double]) => single ?? double ?? [])
}

const declaresRequire = /\b(?:const|let|var|function|class)\s+require\b|[{,]\s*require\b|\bas\s+require\b/

/** Whether an ES module calls CommonJS's `require`, as bundlers let it. */
function callsRequire(text: string): boolean {
  return listRequired(text).length > 0 && !declaresRequire.test(text)
}
