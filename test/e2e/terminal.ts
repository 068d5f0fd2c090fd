import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { onTestFinished } from 'vitest'
import { cleanEnv } from './run-gov.ts'

/** Whether terminals can be opened here. */
export const canOpenTerminals = spawnSync('tmux', ['-V']).status === 0

export interface Terminal {
  /** What it shows now, without empty lines at its end. */
  screen(): string
  /** The screen as soon as it has the pattern. */
  until(pattern: RegExp): Promise<string>
  /** tmux's names of keys: `C-c`, `Enter`. */
  press(...keys: readonly string[]): void
  resize(columns: number): void
  /** Columns and lines from the left and the top, from 0; and whether the cursor is seen. */
  cursor(): { readonly column: number; readonly line: number; readonly visible: boolean }
}

interface TerminalOptions {
  readonly cwd: string
  readonly columns: number
  readonly env?: Readonly<Record<string, string>>
}

/** A shell in a terminal of its own, in which `gov` is the built program. */
export function openTerminal({ cwd, columns, env = {} }: TerminalOptions): Terminal {
  const socket = `gov-test-${randomUUID()}`
  const tmux = (...argv: readonly string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...argv], {
      encoding: 'utf8',
      cwd,
      env: cleanEnv({ TMUX_TMPDIR: tmpdir(), ...env }),
    })
  tmux('new-session', '-d', '-x', String(columns), '-y', '50', 'sh')
  onTestFinished(() => void tmux('kill-server'))
  const screen = () => tmux('capture-pane', '-p').trimEnd()
  return {
    screen,
    until: async (pattern) => {
      for (let waited = 0; waited < 15_000; waited += 100) {
        const shown = screen()
        if (pattern.test(shown)) return shown
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${pattern} did not come; the screen shows:\n${screen()}`)
    },
    press: (...keys) => void tmux('send-keys', ...keys),
    resize: (wide) => void tmux('resize-window', '-x', String(wide)),
    cursor: () => {
      const [column = 0, line = 0, visible] = tmux(
        'display-message',
        '-p',
        '#{cursor_x} #{cursor_y} #{cursor_flag}',
      )
        .trim()
        .split(' ')
        .map(Number)
      return { column, line, visible: visible === 1 }
    },
  }
}
