import type { Command } from 'commander'

/** The command below this one that a word names. */
export function findSubcommand({ commands }: Command, word: string): Command | undefined {
  return commands.find((command) => command.name() === word || command.aliases().includes(word))
}
