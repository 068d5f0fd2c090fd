import { Argument, type Command } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import type { Context } from '../../terminal/context.ts'
import bash from './gov.bash?raw'
import fish from './gov.fish?raw'
import zsh from './gov.zsh?raw'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/**
 * Each asks `gov __complete -- WORDS`, the last of which is the word at the cursor, and gets a line for each way to
 * go on: the whole word, a tab and what it means; or `:files` or `:folders` for the shell's own.
 */
const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }

const examples = `
Examples:
  gov completion bash > ~/.local/share/bash-completion/completions/gov
      for new bash sessions, with bash-completion installed
  source <(gov completion bash)
      for this session; add it to ~/.bashrc to keep it
  gov completion zsh > ~/.zfunc/_gov
      a folder in fpath, set before compinit runs
  gov completion fish > ~/.config/fish/completions/gov.fish

Completes commands, flags, their values and files; ids and categories of the
config, of the embedded workspace, of the baseline and of the JSON report that
the config has written. The dashboard of GOV_URL is asked for its own where the
environment has the token too: for a second at most, and again after 5 minutes.`

export function add(completion: Command, context: Context): void {
  completion
    .description('Prints a shell completion script.')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .addHelpText('after', examples)
    .action(async (shell: Shell) => {
      await context.io.stdout.write(scripts[shell])
      return exitCodes.pass
    })
}
