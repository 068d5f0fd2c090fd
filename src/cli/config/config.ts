import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addConfigSchema } from './config-schema.ts'
import { addConfigShow } from './config-show.ts'
import { addConfigValidate } from './config-validate.ts'

export function addConfig(program: Command, context: Context, done: (exitCode: number) => void): void {
  const config = program
    .command('config')
    .summary('show or validate the config; print its schema')
    .description('Shows or validates the config, and prints its schema for editors.')
  addConfigShow(config, context, done)
  addConfigValidate(config, context, done)
  addConfigSchema(config, context, done)
}
