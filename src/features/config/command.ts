import type { Command } from 'commander'
import { exitCodes } from '../../core/model/errors.ts'
import { configJsonSchema } from '../../settings/json-schema.ts'
import type { Context } from '../../terminal/context.ts'
import { jsonView } from '../../terminal/views.ts'
import { addConfigShow } from './config-show.ts'
import { addConfigValidate } from './config-validate.ts'

const schemaHelp = `
Examples:
  gov config schema > .governance.schema.json

An editor with a YAML language server then completes and checks .governance.yml
when its first line is
  # yaml-language-server: $schema=.governance.schema.json
A .governance.json names it in a key of its own, "$schema". The schema is also
in the package, as docs/config.schema.json. What depends on more than one value
is not in it: gov config validate says that, too.`

export function add(config: Command, context: Context): void {
  config.description('Shows or validates the config, and prints its schema for editors.')
  addConfigShow(config, context)
  addConfigValidate(config, context)
  config
    .command('schema')
    .summary('print the JSON Schema of the config, for editors')
    .description('Prints the JSON Schema (draft 7) of the config, for editors.')
    .addHelpText('after', schemaHelp)
    .action(async () => {
      await context.io.stdout.write(jsonView(configJsonSchema()))
      return exitCodes.pass
    })
}
