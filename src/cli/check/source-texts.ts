import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Report } from '../../model/report.ts'
import type { SourceText } from '../../reporters/reporter.ts'
import { decodeText } from '../../text/decode-text.ts'
import { digestOf } from '../../text/digest.ts'
import type { Context } from '../terminal/context.ts'

/**
 * The files of a run, read when an excerpt first needs them, and only as they were checked: a saved report shows a file
 * only if it has the content that was checked.
 */
export function sourceTexts({ run }: Report, { cwd, sources }: Pick<Context, 'cwd' | 'sources'>): SourceText {
  const digests = new Map(run.definitions.map(({ file, digest }) => [file, digest]))
  const known = new Map<string, string | undefined>()
  const read = (file: string): string | undefined => {
    const bytes = sources.given(file) ?? contentOf(resolve(cwd, file))
    if (bytes === undefined) return undefined
    const digest = digests.get(file)
    const isChecked = digest === undefined ? sources.stampOf(file) !== undefined : digestOf(bytes) === digest
    return isChecked ? decodeText(bytes) : undefined
  }
  return (file) => {
    if (!known.has(file)) known.set(file, read(file))
    return known.get(file)
  }
}

function contentOf(path: string): Uint8Array | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}
