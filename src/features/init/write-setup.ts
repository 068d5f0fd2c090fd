import { mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { discoverConfig } from '../../check/config/discover.ts'
import { expandDefinitions } from '../../check/definitions/expand-definitions.ts'
import { writeOutput } from '../../check/reports/write-output.ts'
import { openRulesetFiles } from '../../check/rulesets/ruleset-files.ts'
import { exists } from '../../check/sources/exists.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import { parseDocument } from '../../core/document/document.ts'
import { usageError } from '../../core/model/errors.ts'
import { checkConfig } from '../../settings/check-config.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { checkSettings } from '../../settings/rules.ts'
import { isPublished } from '../../terminal/install-line.ts'
import type { RepositoryFacts } from './look-around.ts'
import { pipelineFile } from './pipeline-text.ts'
import { configText, type Setup, schemaLine, starterFile } from './setup.ts'
import starterRuleset from './starter-ruleset.yaml?raw'

const configFile = '.governance.yml'

/** A config that is there stays, but for `--force`. Throws GovError, usage. */
export async function refuseSecondConfig(
  { force }: { readonly force?: boolean },
  { cwd }: World,
): Promise<void> {
  const file = await discoverConfig(cwd)
  if (file === undefined) return
  const name = relative(cwd, file)
  const isOurs = name === configFile
  const isAbove = dirname(file) !== cwd
  if (force && (isOurs || isAbove)) return
  const way = isOurs
    ? 'Pass --force to replace it.'
    : isAbove
      ? 'Pass --force to write one that overrides it in this folder.'
      : `Delete it, or its part, before writing ${configFile}.`
  const hint = `gov check uses it; gov config show prints it. ${way}`
  throw usageError('config-exists', `a config already exists: ${name}`, hint)
}

/**
 * Writes what the setup needs and is not there, the config last: a run that is cut short leaves no config that names
 * what is missing. Gives the names of what was written. Throws GovError, usage, before anything is, where the config
 * would not be valid.
 */
export async function writeSetup(
  setup: Setup,
  found: RepositoryFacts,
  { cwd, sources, interruption }: World,
): Promise<readonly string[]> {
  const text = configText(setup, found.schema)
  requireValid(text)
  await requireReadable(setup, sources)
  const files = [{ file: configFile, text }]
  for (const extraFile of extraFiles(setup, found).reverse())
    if (!(await exists(cwd, extraFile.file))) files.unshift(extraFile)
  interruption().throwIfAborted()
  for (const { file, text } of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true })
    await writeOutput(sources, file, text)
  }
  return files.map(({ file }) => file)
}

function extraFiles(setup: Setup, { isPackage, rulesetSchema }: RepositoryFacts) {
  const { rulesets, pipeline } = setup
  const needsStarter = 'ruleset_files' in rulesets && rulesets.ruleset_files.includes(starterFile)
  const editors = rulesetSchema === undefined ? '' : `${schemaLine(rulesetSchema)}\n`
  return [
    ...(needsStarter ? [{ file: starterFile, text: editors + starterRuleset }] : []),
    ...(pipeline ? [pipelineFile(pipeline, setup, isPackage || !isPublished)] : []),
  ]
}

/** The files that are named: one that cannot be read is an error now, not in the first check. */
async function requireReadable({ definitions, rulesets }: Setup, sources: Sources): Promise<void> {
  const value = definitions.map((file) => ({ file }))
  for (const { file } of await expandDefinitions({ value }, sources)) await sources.readDefinition(file)
  const files = 'ruleset_files' in rulesets ? rulesets.ruleset_files : []
  const isThere = await exists(sources.cwd, starterFile)
  await openRulesetFiles(
    files.filter((file) => isThere || file !== starterFile),
    sources,
  )
}

function requireValid(text: string): void {
  const document = parseDocument(text, 'yaml')
  const { layer } = checkConfig({ document, root: [], value: document.value, name: 'the new config' })
  checkSettings(mergeSettings(layer))
}
