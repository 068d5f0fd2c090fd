import 'commander'

declare module 'commander' {
  interface Command {
    /** An action returns the exit code (`run-command-line.ts`). */
    action(run: (...args: never[]) => Promise<number>): this
  }
}
