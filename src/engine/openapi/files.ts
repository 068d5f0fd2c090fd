import { createTextDocument, parseDocument } from '../../core/document/document.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import { GovError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/file-fault.ts'
import type { Path } from '../../core/model/location.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { decodePercent } from '../../core/text/decode-text.ts'
import { listRefPlaces, namePlaces } from './places.ts'
import { filePart, isSelf, resolveFromSelf } from './pointer.ts'

/**
 * Reads the file that a `$ref` in the file `from` names, without the part from `#` on. The `name` in the answer is
 * the same however the file was reached. Rejects with an error whose message says why it cannot be read.
 */
export type ReferenceReader = (reference: string, from: string) => Promise<ReferencedText>

export interface ReferencedText {
  readonly name: string
  readonly text: string
  /** Parses the text as `parsePart` does, or has done so before. */
  readonly parse?: (() => SourceDocument) | undefined
}

/** The files that a document's references lead to, through one another. */
export interface ReferencedFiles {
  /** Keyed by name, without the document itself. */
  readonly documents: ReadonlyMap<string, SourceDocument>
  /**
   * Where a reference in the file `holder` (undefined: in the document itself) leads: a file (undefined: the document
   * itself), or why there is none.
   */
  readonly findFileName: (
    holder: string | undefined,
    file: string,
  ) => { readonly name: string | undefined } | { readonly fault: string }
  /** The file in which a `$ref` object, or a discriminator with a mapping, stands; undefined: the document itself. */
  readonly holder: (ref: object) => string | undefined
}

/**
 * The first segment of a path into another file. No key of the document itself is taken for one, unless a file of
 * that name is there.
 */
export function fileSegment(name: string): string {
  return `\0${name}`
}

/** A path apart from the file that it leads into; undefined: the document itself. */
export function splitFile(path: Path, files: ReferencedFiles): { name: string | undefined; path: Path } {
  const [first] = path
  const name = typeof first === 'string' && first.startsWith('\0') ? first.slice(1) : undefined
  return name !== undefined && files.documents.has(name)
    ? { name, path: path.slice(1) }
    : { name: undefined, path }
}

/** The document itself, and its files. */
export function collectValues(root: unknown, files: ReferencedFiles): readonly unknown[] {
  return [root, ...[...files.documents.values()].map(({ value }) => value)]
}

/** The file of that name; undefined: the document itself. */
export function findPart(
  name: string | undefined,
  document: SourceDocument,
  { documents }: ReferencedFiles,
): SourceDocument {
  return (name === undefined ? undefined : documents.get(name)) ?? document
}

const textExtensions: ReadonlySet<string> = new Set(
  `md markdown mdx txt text rst adoc html htm xml svg csv graphql http curl sh ps1 js mjs ts py rb php java kt go rs swift c cpp
  cs lua`.split(/\s+/),
)

/** Whether a file is by its name no YAML or JSON but a text: a description, an example, code. It stands for itself. */
export function isTextFile(name: string): boolean {
  return textExtensions.has(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

/** Files that one document may draw in; the largest public definitions have some 3,000. More keeps the reader busy. */
const mostFiles = 10_000

/** For a document of which nothing is known but its text. */
export const noFiles: ReferencedFiles = {
  documents: new Map(),
  findFileName: () => unread,
  holder: () => undefined,
}

const unread = { fault: 'other files cannot be read here: only the document itself was given' }

type FileTarget = { readonly name: string } | { readonly fault: string }

/**
 * Reads every file that the references of `document`, itself called `name`, lead to. What cannot be read is a fault.
 * `others` gives references of a document beside its `$ref`s.
 */
export async function readReferencedFiles(
  document: SourceDocument,
  name: string,
  read: ReferenceReader,
  others: (root: unknown) => readonly string[] = () => [],
): Promise<ReferencedFiles> {
  const documents = new Map<string, SourceDocument>()
  const found = new Map<string, Map<string, FileTarget>>()
  const holders = new Map<object, string>()
  const pending: [string, SourceDocument][] = [[name, document]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [from, { value }] = next
    const refs = listRefPlaces(value).toReversed()
    const inFile = new Map<string, FileTarget>()
    found.set(from, inFile)
    if (from !== name) {
      for (const { value: object } of refs) holders.set(object, from)
      for (const { at } of namePlaces(value)) holders.set(at.value, from)
    }
    for (const ref of [...refs.map((place) => place.ref), ...others(value)]) {
      const file = filePart(ref)
      if (file === '' || inFile.has(file) || isSelf(file, document.value, from === name)) continue
      inFile.set(file, await open(resolveFromSelf(file, value), from))
    }
  }
  const findName: ReferencedFiles['findFileName'] = (holder, file) => {
    const target = found.get(holder ?? name)?.get(file) ?? {
      fault: 'it was not read, as no `$ref` leads there',
    }
    if ('fault' in target) return target
    return { name: target.name === name ? undefined : target.name }
  }
  return {
    documents,
    holder: (ref) => holders.get(ref),
    findFileName: findName,
  }

  async function open(file: string, from: string): Promise<FileTarget> {
    const fault = findSchemeFault(file)
    if (fault !== undefined) return { fault }
    if (documents.size === mostFiles) return { fault: `the document refers to more than ${mostFiles} files` }
    try {
      const source = await read(decodePercent(file), from)
      if (source.name !== name && !documents.has(source.name)) {
        const parsed = source.parse?.() ?? parsePart(source)
        const only = isTextFile(source.name) ? undefined : findScalar(parsed.value)
        if (only !== undefined) return { fault: `the file holds only ${only}, and no object` }
        documents.set(source.name, parsed)
        pending.push([source.name, parsed])
      }
      return { name: source.name }
    } catch (error) {
      // A file that is unavailable now, such as a URL, is not the document's error, so it ends the run.
      if (error instanceof GovError && error.kind !== 'usage') throw error
      return { fault: describeReadError(error, file) }
    }
  }
}

export function parsePart({ name, text }: Pick<ReferencedText, 'name' | 'text'>): SourceDocument {
  return isTextFile(name)
    ? createTextDocument(text)
    : parseDocument(text, /\.json(\?|$)/i.test(name) ? 'json' : 'yaml')
}

/** A path item or a schema that is only a text would pass unchecked. `true` and `false` are schemas. */
function findScalar(value: unknown): string | undefined {
  if (value === null) return 'null'
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : undefined
}

function findSchemeFault(file: string): string | undefined {
  if (!/^(?!https?:\/\/)[a-z][a-z0-9+.-]+:/i.test(file)) return undefined
  return /^file:/i.test(file)
    ? 'it is a file: URL: write the path of the file, from the file with this reference'
    : 'only files are followed: save it next to the document'
}

function describeReadError(error: unknown, file: string): string {
  if (error instanceof ParseError) return `it cannot be parsed: ${error.message}`
  if (file.includes('\\')) return 'it has a backslash: write / instead'
  return readMessage(error)
}
