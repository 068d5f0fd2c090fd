import type { Env } from '../../run/world.ts'

/**
 * What the address of a file ends in, so that a click leads to the line: kitty takes `#12`, and the terminal of VS Code and
 * of its relatives `#L12,3`. Others open the file, and some would look for a file of that name.
 */
export function linkPlace({
  TERM_PROGRAM,
  TERM,
  KITTY_WINDOW_ID,
}: Env): (line: string, column: string) => string {
  if (TERM_PROGRAM === 'vscode') return (line, column) => `#L${line},${column}`
  if (TERM === 'xterm-kitty' || KITTY_WINDOW_ID) return (line) => `#${line}`
  return () => ''
}
