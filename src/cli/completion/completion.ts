import { Argument, type Command } from 'commander'
import { exitCodes } from '../../model/errors.ts'
import type { Context } from '../terminal/context.ts'
import { type Shell, scripts, shells } from './scripts.ts'

const examples = `
Examples:
  gov completion bash > ~/.local/share/bash-completion/completions/gov
      for each bash that starts from now on, where bash-completion is installed
  source <(gov completion bash)
      for this bash alone; a line for ~/.bashrc
  gov completion zsh > ~/.zfunc/_gov
      a folder of fpath, named before compinit is called
  gov completion fish > ~/.config/fish/completions/gov.fish

Completes commands, flags, their values and files; ids and categories of the
config, of the embedded workspace, of the baseline and of the JSON report that
the config has written. A dashboard is not asked: its answer would be waited for
at each press of the key, and would need the token.`

export function addCompletion(program: Command, context: Context, done: (exitCode: number) => void): void {
  program
    .command('completion')
    .summary('print a script that completes command lines in a shell')
    .description('Prints a script that completes command lines in a shell.')
    .addArgument(new Argument('<shell>', 'of the script').choices(shells))
    .addHelpText('after', examples)
    .action(async (shell: Shell) => {
      await context.io.stdout.write(scripts[shell])
      done(exitCodes.pass)
    })
}
