import 'commander'

declare module 'commander' {
  interface Command {
    /** What an action gives is the exit code (`run-command-line.ts`). */
    action(run: (...args: never[]) => Promise<number>): this
  }
}
