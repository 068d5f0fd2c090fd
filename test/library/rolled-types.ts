import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { printedType } from './printed-type.ts'

const projectRoot = resolve(import.meta.dirname, '../..')

/**
 * The declarations of an entry of the package in one file: those of the entry and of what these name, from the compiler, one after
 * the other. What the entry does not name is not exported. Everything else of the sources stays out.
 */
export function rolledTypes(entry: 'library' | 'engine'): string {
  const folder = emitDeclarations(entry)
  try {
    return rolledFrom(folder, entry)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rolledFrom(folder: string, entry: string): string {
  const file = join(folder, `src/${entry}.d.ts`)
  const text = readFileSync(file, 'utf8')
  const exported = [...text.matchAll(/export (type )?\{\s+([^}]*?)\s+\}/g)].flatMap(([, type, names]) =>
    (names ?? '')
      .split(/,\s*/)
      .filter(Boolean)
      .map((name) => (type ? `type ${name}` : name)),
  )
  const names = exported.map((name) => name.replace('type ', ''))
  const files = [...filesFrom(file), ...made.map((each) => join(folder, `src/core/model/${each}.d.ts`))]
  const all = [...new Set(files)].flatMap(declarationsIn)
  const kept = reachable(names, all)
  const head =
    '/** The types of the package: changes are listed in CHANGELOG.md, and removals wait for a major version. */'
  return `${[head, ...kept.map(({ text }) => text)].join('\n')}\nexport { ${exported.sort(byName).join(', ')} };\n`
}

function byName(a: string, b: string): number {
  const [one, other] = [a.replace('type ', ''), b.replace('type ', '')]
  return one < other ? -1 : 1
}

function emitDeclarations(entry: string): string {
  const cache = join(projectRoot, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'types-'))
  const config = {
    extends: relative(folder, join(projectRoot, 'tsconfig.json')),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // `npm run types` does.
      noCheck: true,
      rootDir: projectRoot,
      outDir: folder,
    },
    files: [`src/${entry}.ts`, ...made.map((name) => `src/core/model/${name}.ts`)].map((file) =>
      join(projectRoot, file),
    ),
    include: [join(projectRoot, 'src/**/*.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'inherit' })
  return folder
}

/** The file and all that it imports, each once. */
function filesFrom(entry: string, found: string[] = []): string[] {
  if (found.includes(entry)) return found
  found.push(entry)
  for (const [, module = ''] of readFileSync(entry, 'utf8').matchAll(/(?:^|\b)from '(\.[^']+)'/gm))
    filesFrom(join(dirname(entry), module.replace(/\.ts$/, '.d.ts')), found)
  return found
}

interface Declaration {
  readonly name: string
  readonly text: string
}

/** Types that are made of schemas, of which a reader of the declarations has no use. */
const made = readdirSync(join(projectRoot, 'src/core/model'), { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /\.ts$/.test(file) &&
      readFileSync(join(projectRoot, 'src/core/model', file), 'utf8').includes('= Inferred<'),
  )
  .map((file) => file.replace(/\.ts$/, ''))
const modules = await Promise.all(
  made.map((name) => `../../src/core/model/${name}.ts`).map((path) => import(path)),
)
const schemas = new Map(modules.flatMap((module) => Object.entries<unknown>(module)).filter(isSchema))
const names = new Map([...schemas].map(([name, schema]) => [schema, typeName(name)] as const))
const declaredByHand: readonly string[] = ['errorExitCode', 'severity']

function isSchema(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodType
}

function typeName(name: string): string {
  return name.replace(/^./, (first) => first.toUpperCase())
}

function typeOf(name: string, schema: z.ZodType, comment: string): Declaration[] {
  if (declaredByHand.includes(name)) return []
  const { description } = schema
  const above = description === undefined ? comment : `/** ${description} */\n`
  const type = printedType(schema, names)
  const isObject = schema instanceof z.ZodObject
  const text = isObject ? `interface ${typeName(name)} ${type}` : `type ${typeName(name)} = ${type};`
  return [{ name: typeName(name), text: above + text }]
}

/** Top-level declarations, each with the comment above it and without its `export`. */
function declarationsIn(file: string): Declaration[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export ((?:declare )?(?:abstract )?(?:const|function|class|interface|type|enum) (\w+)[\s\S]*?(?:^\}|;)\n?)(?=^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)*(?:export|import|declare|interface|type)\b|(?![\s\S]))/gm,
  )
  return [...found].flatMap(([, comment = '', declaration = '', name = '']) => {
    const schema = schemas.get(name)
    if (schema && declaration.startsWith('declare const')) return typeOf(name, schema, comment)
    if (/= Inferred<|^declare const \w+: z\./.test(declaration)) return []
    const word = /^(?:declare|interface|type)\b/.test(declaration) ? '' : 'declare '
    return [{ name, text: `${comment}${word}${declaration.trimEnd()}` }]
  })
}

/** Throws when two that are needed have one name: there is but one file. */
function reachable(names: readonly string[], all: readonly Declaration[]): Declaration[] {
  const needed = new Set(names)
  for (const name of needed) {
    const [declaration, other] = all.filter((each) => each.name === name)
    if (declaration === undefined || other !== undefined)
      throw new Error(`${name} is declared ${other ? 'twice' : 'nowhere'}`)
    const code = declaration.text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const known = new Set(code.match(/\b[A-Za-z_]\w*\b/g))
    for (const each of [...all.map((other) => other.name), ...names.values()])
      if (known.has(each) && each !== name) needed.add(each)
  }
  return all.filter((declaration) => needed.has(declaration.name))
}
