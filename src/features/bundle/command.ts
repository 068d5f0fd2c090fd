import type { Command } from 'commander'
import { refuseUnsent, uncheckedFiles } from '../../check/definitions/survey.ts'
import { bundleDefinition } from '../../check/sources/bundle-definition.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import { exactJson } from '../../core/text/json.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import { escapeActive } from '../../reporters/json-text.ts'
import type { Context } from '../../terminal/context.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { writeResult } from '../../terminal/report/output.ts'

const examples = `
Examples:
  gov bundle openapi.yaml
  gov bundle openapi.yaml --output bundle.json

Exit codes: 0 done, 2 a file cannot be read, or a part cannot be bundled.`

const formatHelp = 'format (default: that of the extension of --output, or of the file)'

interface BundleFlags {
  readonly format?: 'json' | 'yaml'
  readonly output?: string
}

export function add(command: Command, context: Context): void {
  command
    .description(
      'Prints an OpenAPI file, with what it references in other files, as one document. gov check sends the same document to a dashboard.',
    )
    .argument('<file>', 'OpenAPI file, JSON or YAML')
    .addOption(createEnum('-f, --format <format>', formatHelp, ['json', 'yaml']))
    .option('-o, --output <file>', 'write to a file instead of standard output; - for that')
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action(async (file: string, flags: BundleFlags) => {
      await runBundle(file, flags, context)
      return exitCodes.pass
    })
}

/** Throws GovError, usage, if a part of it cannot be bundled. */
async function runBundle(file: string, { format, output }: BundleFlags, context: Context): Promise<void> {
  const { sources, observe } = context
  const definition = await sources.readDefinition(await sources.nameOf(file))
  const bundled = await bundleDefinition(definition, sources)
  const warnings = [...refuseUnsent(bundled, { sendsPlaceholders: true }), ...uncheckedFiles(bundled)]
  for (const warning of warnings) observe.warning(warning)
  const isJson = resolveFormat(format, output, ['json', 'yaml'], definition.format) === 'json'
  const text = isJson ? `${exactJson(bundled.value, '  ')}\n` : yamlText(bundled.value)
  await writeResult(escapeActive(text), output, context)
}
