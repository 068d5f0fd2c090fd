import { namedFiles } from '../../run/definitions/named-files.ts'
import type { Context } from '../terminal/context.ts'

/** The largest definition that is read from a file. */
const mostMb = 200

/** The files that the arguments name. Standard input is read here. Throws GovError, usage. */
export async function filesToCheck(
  names: readonly string[],
  { cwd, io, sources }: Context,
): Promise<readonly string[]> {
  const files = await namedFiles(
    names.filter((name) => name !== '-'),
    cwd,
  )
  if (!names.includes('-')) return files
  const text = await io.stdin.read(mostMb)
  const name = nameOfText(text)
  sources.give(name, new TextEncoder().encode(text))
  return [name, ...files]
}

/** A file that a text without one is checked as. */
export function nameOfText(text: string): string {
  return /^\s*[{[]\s*["}\]]/.test(text) ? 'stdin.json' : 'stdin.yaml'
}
