import { dirname, isAbsolute, join, resolve } from 'node:path'
import { exports as resolveExports } from 'resolve.exports'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { parsedJson } from '../../core/text/json.ts'
import { isUrl, parseUrl } from '../../core/text/url.ts'
import { loadDrafts, type ParsedRules } from '../../engine/load-ruleset.ts'
import { isCode } from '../../engine/ruleset/extends.ts'
import { RulesetError, type RulesetReader, type RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import { isBuiltinRuleset } from '../../settings/rules.ts'
import { exists } from '../sources/exists.ts'
import { fenceFault, findFence } from '../sources/fence.ts'
import type { Sources } from '../sources/sources.ts'

/** A ruleset file as it was named, and the way to what it extends. */
interface OpenedRuleset {
  readonly source: RulesetSource
  readonly read: RulesetReader
}

/**
 * Reads a ruleset file. What it extends is read when it is asked for, and from its own repository only, unless
 * `trustPaths`. Throws GovError, usage.
 */
export async function openRulesetSource(
  file: string,
  sources: Sources,
  trustPaths = false,
): Promise<OpenedRuleset> {
  if (isBuiltinRuleset(file)) return openBuiltin(file)
  if (isUrl(file) && isCode(parseUrl(file)?.pathname ?? '')) throw codeFromUrlError(file)
  const read = await openExtended(file, sources, trustPaths)
  const { text, format } = await sources.read(file, 'ruleset')
  return { source: { name: file, text, format }, read }
}

/** The rules of the ruleset files that a run has read, by their names. */
export const rulesOfRun = rememberPerObject((_sources: Sources) => new Map<string, ParsedRules>())

/** The rules of a ruleset file, and all that it extends, as the run has read them if it has. Throws GovError, usage. */
export async function readFileDrafts(
  file: string,
  sources: Sources,
  trustPaths?: boolean,
): Promise<ParsedRules> {
  const known = rulesOfRun(sources).get(file)
  if (known) return known
  const { source, read } = await openRulesetSource(file, sources, trustPaths)
  return loadDrafts(source, { read, bounded: withLoadingLimit }).catch(refuseRuleset)
}

/** A faulty ruleset is reported with its own place. */
export function refuseRuleset(error: unknown): never {
  if (!(error instanceof RulesetError)) throw error
  const isInstalled = error.problems.every(({ file, rule }) => rule && file.includes('node_modules/'))
  const hint = isInstalled
    ? 'Turn the rule off in a ruleset of your own that extends the package (rules: { NAME: off }), or fix the package.'
    : 'Fix the ruleset there.'
  const [first] = error.problems
  const place = first && { file: first.file, line: first.line, column: first.column }
  throw usageError('ruleset-invalid', error.message, hint, error, place)
}

/** The way to what a ruleset file extends, whatever is in the file. */
async function openExtended(file: string, sources: Sources, trustPaths: boolean): Promise<RulesetReader> {
  const fence = trustPaths ? undefined : await findFence(dirname(resolve(sources.cwd, file)))
  return async (reference, from) => {
    const name = await resolveReference(reference, from, sources)
    const fault = fence && (await fenceFault(resolve(sources.cwd, name), fence, 'read'))
    if (fault !== undefined) throw extendsOutsideError(name, fault)
    return { name, text: (await sources.read(name, 'ruleset')).text }
  }
}

async function resolveReference(reference: string, from: string, sources: Sources): Promise<string> {
  if (reference.startsWith('npm:')) return findPackage(reference.slice('npm:'.length), from, sources)
  return isAbsolute(reference) ? reference : join(dirname(from), reference)
}

function codeFromUrlError(url: string): GovError {
  return usageError(
    'ruleset-remote-code',
    `ruleset ${url} is code from a URL, which gov does not run`,
    'Save it in the repository, and name that file.',
  )
}

function openBuiltin(name: string): OpenedRuleset {
  return {
    source: { name, text: `extends: ${JSON.stringify(name)}`, format: 'yaml' },
    read: (reference) =>
      Promise.reject(extendsOutsideError(reference, 'cannot be read by a built-in ruleset')),
  }
}

function extendsOutsideError(name: string, fault: string): GovError {
  const hint = 'Keep extended rulesets in the repository. If you trust the ruleset, pass --trust-paths.'
  return usageError('ruleset-outside', `${name} ${fault}`, hint)
}

/**
 * The file that a package in the nearest `node_modules` gives for its name, or for a path in it; from the working
 * directory. Rejects with the reason why there is none.
 */
export async function findPackage(reference: string, from: string, sources: Sources): Promise<string> {
  const { cwd, locate } = sources
  const [, name = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(reference) ?? []
  const folder = await findPackageFolder(name, dirname(from), sources)
  if (folder === undefined) throw new Error(notInstalled(reference, name))
  for (const entry of await listPackageEntries({ folder, name, inside }, sources))
    if (await exists(locate(resolve(cwd, folder, entry)))) return join(folder, entry)
  throw new Error(`the package "${name}" has no ${inside === '' ? 'main file' : `"${inside}"`}`)
}

function notInstalled(reference: string, name: string): string {
  return `no file of that name is here, and no package "${reference}" in node_modules: npm install ${name}, or save its files next to this one`
}

async function findPackageFolder(name: string, start: string, { cwd, locate }: Sources) {
  for (let up = start; ; up = join(up, '..')) {
    const folder = join(up, 'node_modules', name)
    if (await exists(locate(resolve(cwd, folder)))) return folder
    if (resolve(cwd, up) === resolve(cwd, up, '..')) return undefined
  }
}

/**
 * `exports` as `require` reads it, or else as `import` does; then `browser`, as the sandbox lacks Node, then `main`, with the endings
 * that may be left out.
 */
async function listPackageEntries({ folder, name, inside }: Wanted, sources: Sources) {
  const facts = await readFacts(folder, name, sources)
  const { browser, main } = facts
  // Data needs nothing of Node.
  const mains = /\.(?:ya?ml|json)$/i.test(String(main)) ? [main, 'index'] : [browser, main, 'index']
  const stated = inside === '' ? mains.filter((name) => typeof name === 'string') : [inside]
  const files = stated.flatMap((file) => [
    ...['', '.js', '.mjs', '.cjs', '.json', '.yaml', '.yml'].map((end) => file + end),
    join(file, 'index.js'),
  ])
  return [...findExports(facts, inside === '' ? '.' : `./${inside}`), ...files].filter((each) =>
    /\.\w+$/.test(each),
  )
}

interface Wanted {
  readonly folder: string
  readonly name: string
  readonly inside: string
}

async function readFacts(folder: string, name: string, sources: Sources) {
  const { text } = await sources.read(join(folder, 'package.json'), 'ruleset')
  const facts = parsedJson(text)
  if (facts === undefined) throw new Error(`the package.json of "${name}" is not JSON`)
  return isRecord(facts) ? facts : {}
}

/** Spectral requires packages; some can be imported alone. A name that `exports` does not have may be a file's. */
function findExports(facts: object, entry: string): readonly string[] {
  const find = (require: boolean) => tryMake(() => resolveExports(facts, entry, { require }))
  return find(true) || find(false) || []
}
