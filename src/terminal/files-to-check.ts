import { relative, resolve } from 'node:path'
import { namedFiles } from '../check/definitions/find-matches.ts'
import { usageError } from '../core/model/errors.ts'
import type { Context } from './context.ts'

/** The largest definition that is read from a file. */
const mostMb = 200

/** The files that the arguments name. Standard input is read here, as the file `stdinFilepath`. Throws GovError, usage. */
export async function filesToCheck(
  names: readonly string[],
  { cwd, io, sources }: Context,
  { stdinFilepath }: { readonly stdinFilepath?: string } = {},
): Promise<readonly string[]> {
  const files = await namedFiles(
    names.filter((name) => name !== '-'),
    cwd,
  )
  const isRead = names.includes('-')
  if (stdinFilepath === '' || (stdinFilepath !== undefined && !isRead))
    throw misplacedPathError(stdinFilepath)
  if (!isRead) return files
  const text = await io.stdin.read(mostMb, true)
  // From here, as a ruleset's own name is, to which its overrides are relative.
  const name = stdinFilepath === undefined ? nameOfText(text) : relative(cwd, resolve(cwd, stdinFilepath))
  // A report may not replace the file that it is of.
  if (stdinFilepath !== undefined) await sources.note(name)
  sources.give(name, new TextEncoder().encode(text))
  return [name, ...files]
}

function misplacedPathError(path: string): Error {
  const message =
    path === ''
      ? '--stdin-filepath names no file'
      : '--stdin-filepath is for standard input, and no - asks for it'
  return usageError('stdin-filepath', message, 'Add -, such as in gov check - --stdin-filepath FILE.')
}

/** A file that a text without one is checked as. */
export function nameOfText(text: string): string {
  return /^\s*[{[]\s*["}\]]/.test(text) ? 'stdin.json' : 'stdin.yaml'
}
