import { extname } from 'node:path'
import type { Versions } from '../../core/document/versions/versions.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { type FileFault, type FileFaultCode, toFileFault } from '../../core/model/file-fault.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { isUrl } from '../../core/text/url.ts'
import { isTextFile } from '../../engine/openapi/files.ts'

/** A JSON or YAML file as it stands on disk. */
export interface SourceFile {
  /** The name it was given by. */
  readonly file: string
  /** Unchanged, with its byte order mark if it has one: what is sent. */
  readonly bytes: Uint8Array
  /** Without a byte order mark. */
  readonly text: string
  readonly format: 'json' | 'yaml'
  readonly contentType: 'application/json' | 'application/yaml'
  /** Reads it with what is known of the text before an edit. */
  readonly versions?: Versions | undefined
}

/** `file`: one that a definition refers to. */
export type SourceNoun = 'definition' | 'file' | 'ruleset' | 'examples' | 'session' | 'apis'

type SourceFormat = Pick<SourceFile, 'format' | 'contentType'>

const json: SourceFormat = { format: 'json', contentType: 'application/json' }
const yaml: SourceFormat = { format: 'yaml', contentType: 'application/yaml' }

const formats: ReadonlyMap<string, SourceFormat> = new Map([
  ['.json', json],
  ['.yaml', yaml],
  ['.yml', yaml],
])

const hints: Readonly<Record<FileFaultCode, string>> = {
  'not-found': 'Check the path. On the command line it is relative to the working directory.',
  'is-folder': 'Name one JSON or YAML file.',
  'not-a-file': 'Save it to a file first, or pipe a definition to gov check -.',
  unreadable: 'Allow the user running gov to read it.',
  'too-large': 'Split the file, or name another one.',
  empty: 'Add content, or name another file.',
  'not-text': 'Save the file as UTF-8 text.',
  'in-lfs': 'Fetch it: git lfs pull. In a CI job, check out with LFS (GitHub: lfs: true).',
  'is-link': 'Have git make links (git config core.symlinks true) and check it out again.',
}

/** Content that is given instead of a file, as if it had been read there. Throws GovError, usage, as `read` does. */
export function createSourceFile(file: string, bytes: Uint8Array, noun: SourceNoun): SourceFile {
  try {
    if (!isUrl(file)) return { file, bytes, ...findFileFormat(file, noun), text: decodeText(bytes) }
    const text = decodeText(bytes)
    // The name of a URL says nothing of what is there.
    return { file, bytes, text, ...(/^\s*[{[]/.test(text) ? json : yaml) }
  } catch (error) {
    throw new SourceError(toFileFault(error), file, noun)
  }
}

/** Throws GovError, usage, for a name that says neither JSON nor YAML. */
export function findFileFormat(file: string, noun: SourceNoun): SourceFormat {
  const extension = extname(file).toLowerCase()
  const format = formats.get(noun === 'ruleset' && /^\.[cm]?js$/.test(extension) ? '.yaml' : extension)
  if (format) return format
  // The format of a text file has no effect: it is neither parsed nor sent by itself.
  if (noun === 'file' && isTextFile(file)) return yaml
  if (noun === 'ruleset' && /^\.[cm]?ts$/.test(extension)) {
    const hint = 'Name the .js file that it is compiled to.'
    throw usageError('ruleset-typescript', `ruleset ${file} is TypeScript, which gov does not compile`, hint)
  }
  const message = `${noun} ${file} needs a .json, .yaml or .yml extension`
  throw usageError(`${noun}-format`, message, 'Rename the file, or name another one.')
}

/** A file that cannot be read. */
export class SourceError extends GovError {
  readonly file: string

  constructor(fault: FileFault, file: string, noun: SourceNoun) {
    const place = fault.line === undefined ? file : `${file}:${fault.line}:1:`
    super('usage', `${noun}-${fault.code}`, `${noun} ${place} ${fault.message}`, hints[fault.code], fault)
    this.file = file
  }
}
