import { dirname, join, resolve } from 'node:path'
import { isRecord } from '../../model/record.ts'
import { parsedJson } from '../../text/parsed-json.ts'
import { exists } from '../exists.ts'
import type { Sources } from '../sources.ts'

/**
 * The file that a package in the nearest `node_modules` gives for its name, or for a path in it; from the working
 * directory. Rejects with the reason why there is none.
 */
export async function findPackage(reference: string, from: string, sources: Sources): Promise<string> {
  const [, name = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(reference) ?? []
  const folder = await folderOf(name, dirname(from), sources.cwd)
  if (folder === undefined) throw new Error(notInstalled(reference, name))
  for (const entry of await entriesOf({ folder, name, inside }, sources))
    if (await exists(sources.cwd, folder, entry)) return join(folder, entry)
  throw new Error(`the package "${name}" has no ${inside === '' ? 'main file' : `"${inside}"`}`)
}

function notInstalled(reference: string, name: string): string {
  return `no file of that name is here, and no package "${reference}" in node_modules: npm install ${name}, or save its files next to this one`
}

async function folderOf(name: string, start: string, cwd: string): Promise<string | undefined> {
  for (let up = start; ; up = join(up, '..')) {
    const folder = join(up, 'node_modules', name)
    if (await exists(cwd, folder)) return folder
    if (resolve(cwd, up) === resolve(cwd, up, '..')) return undefined
  }
}

/** Node's order: `exports`, then `main`, with the endings that may be left out. */
async function entriesOf({ folder, name, inside }: Wanted, sources: Sources): Promise<readonly string[]> {
  const { exports, main } = await readFacts(folder, name, sources)
  const exported = exportOf(exports, inside === '' ? '.' : `./${inside}`)
  const file = inside !== '' ? inside : typeof main === 'string' ? main : 'index'
  const files = ['', '.js', '.mjs', '.cjs', '.json', '.yaml', '.yml'].map((end) => file + end)
  return [exported ?? '', ...files, join(file, 'index.js')].filter((each) => /\.\w+$/.test(each))
}

interface Wanted {
  readonly folder: string
  readonly name: string
  readonly inside: string
}

async function readFacts(
  folder: string,
  name: string,
  sources: Sources,
): Promise<Readonly<Record<string, unknown>>> {
  const { text } = await sources.read(join(folder, 'package.json'), 'ruleset')
  const facts = parsedJson(text)
  if (facts === undefined) throw new Error(`the package.json of "${name}" is not JSON`)
  return isRecord(facts) ? facts : {}
}

const conditions = ['import', 'module', 'default', 'require', 'node']

function exportOf(exports: unknown, key: string): string | undefined {
  if (typeof exports === 'string') return key === '.' ? exports : undefined
  if (!isRecord(exports)) return undefined
  if (Object.hasOwn(exports, key)) return targetOf(exports[key])
  return key === '.' ? targetOf(exports) : undefined
}

function targetOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return undefined
  return conditions.map((condition) => targetOf(value[condition])).find((target) => target !== undefined)
}
