import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlaceLinker } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'

/**
 * The address of a place, for a terminal that has links (OSC 8). It ends with the line that a click opens: `#12` for kitty,
 * `#L12,3` for the terminals of VS Code and its relatives. Others get none: some would look for a file with that name.
 */
export function createPlaceLinker({
  io,
  cwd,
  env,
}: Pick<Context, 'io' | 'cwd' | 'env'>): PlaceLinker | undefined {
  if (!io.hyperlinks) return undefined
  const { TERM_PROGRAM, TERM, KITTY_WINDOW_ID } = env
  const isKitty = TERM === 'xterm-kitty' || KITTY_WINDOW_ID
  return (file, line, column) => {
    const end = TERM_PROGRAM === 'vscode' ? `#L${line},${column}` : isKitty ? `#${line}` : ''
    return pathToFileURL(resolve(cwd, file)).href + end
  }
}
