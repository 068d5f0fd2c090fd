import type { Command } from 'commander'
import type { Context, Done } from '../terminal/context.ts'
import { addConfigSchema } from './config-schema.ts'
import { addConfigShow } from './config-show.ts'
import { addConfigValidate } from './config-validate.ts'

export function addConfig(config: Command, context: Context, done: Done): void {
  config.description('Shows or validates the config, and prints its schema for editors.')
  addConfigShow(config, context, done)
  addConfigValidate(config, context, done)
  addConfigSchema(config, context, done)
}
