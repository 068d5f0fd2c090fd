import bash from './gov.bash?raw'
import fish from './gov.fish?raw'
import zsh from './gov.zsh?raw'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/**
 * Each asks `gov __complete -- WORDS`, the last of which is the word at the cursor, and gets a line for each way to
 * go on: the whole word, a tab and what it means; or `:files` or `:folders` for the shell's own.
 */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }
