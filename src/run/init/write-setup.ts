import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseDocument } from '../../document/document.ts'
import { checkConfig } from '../../settings/check-config.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { checkSettings } from '../../settings/rules.ts'
import { openRulesetFiles } from '../rulesets/ruleset-files.ts'
import type { Sources } from '../sources.ts'
import type { World } from '../world.ts'
import { writeOutput } from '../write-output.ts'
import { configText } from './config-text.ts'
import { exists, type Surroundings } from './look-around.ts'
import { pipelineFile } from './pipeline-text.ts'
import { type Setup, starterFile } from './setup.ts'
import { starterRuleset } from './starter-ruleset.ts'

export const configFile = '.governance.yml'

interface NewFile {
  readonly file: string
  readonly text: string
}

/**
 * Writes what the setup needs and is not there, the config last: a run that is cut short leaves no config that names
 * what is missing. Gives the names of what was written. Throws GovError, usage, before anything is, where the config
 * would not be valid.
 */
export async function writeSetup(
  setup: Setup,
  { schema }: Surroundings,
  { cwd, sources, interruption }: World,
): Promise<readonly string[]> {
  const text = configText(setup, schema)
  requireValid(text)
  await requireReadable(setup, sources)
  const files: NewFile[] = []
  for (const each of besides(setup)) if (!(await exists(join(cwd, each.file)))) files.push(each)
  files.push({ file: configFile, text })
  interruption().throwIfAborted()
  for (const { file, text } of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true })
    await writeOutput(sources, file, text)
  }
  return files.map(({ file }) => file)
}

function besides(setup: Setup): NewFile[] {
  const { rulesets, pipeline } = setup
  const needsStarter = 'ruleset_files' in rulesets && rulesets.ruleset_files.includes(starterFile)
  return [
    ...(needsStarter ? [{ file: starterFile, text: starterRuleset }] : []),
    ...(pipeline ? [pipelineFile(pipeline, setup)] : []),
  ]
}

/** The files that are named: what cannot be read is told of now, not by the first check. */
async function requireReadable({ definitions, rulesets }: Setup, sources: Sources): Promise<void> {
  for (const file of definitions) await sources.readDefinition(file)
  const files = 'ruleset_files' in rulesets ? rulesets.ruleset_files : []
  const isNew = (file: string) => file === starterFile
  const there = await Promise.all(files.map(async (file) => !isNew(file) || exists(join(sources.cwd, file))))
  await openRulesetFiles(
    files.filter((_, index) => there[index]),
    sources,
  )
}

/** By the rules that gov check applies, so that what is written is what it takes. */
function requireValid(text: string): void {
  const document = parseDocument(text, 'yaml')
  const { layer } = checkConfig({ document, root: [], value: document.value, name: 'the new config' })
  checkSettings(mergeSettings(layer))
}
