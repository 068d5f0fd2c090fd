import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../e2e/run-gov.ts'

export interface Block {
  readonly language: string
  readonly text: string
  readonly line: number
}

export interface Page {
  /** From the root of the project. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

const guides = ['docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
)

/** Every page that people read. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'src/README.md',
  'test/bench/README.md',
  'test/conformance/README.md',
  ...guides,
].map(readPage)

function readPage(path: string): Page {
  const text = readFileSync(join(projectRoot, path), 'utf8')
  return { path, text, blocks: blocksOf(text) }
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }))
}

/** The file that a block shows: its first line is a comment with nothing but the file's name. */
export function fileOf({ text }: Block): string | undefined {
  return /^# (\S+\.(?:ya?ml|json|sh))\n/.exec(text)?.[1]
}
