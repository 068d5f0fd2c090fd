import { z } from 'zod'
import type { Path } from '../core/model/location.ts'
import { groupKeys, type Wording } from './check-value.ts'
import { type ConfigSource, findPlace, type Inspected, inspectSource, placedError } from './config-source.ts'
import { selectorKeys, targetKeys } from './entry-schemas.ts'
import { expected, filledText, showInput } from './kinds.ts'
import { dottedName, type Problem, type ReadValues } from './problems.ts'
import { readMapping } from './read-layer.ts'
import type { Row } from './row.ts'
import type { Layer } from './setting.ts'
import { settingNames, settingTable } from './table.ts'

const versionRule = {
  error: (issue: { readonly input?: unknown }) => `must be 1, not ${showInput(issue.input)}`,
}

export const version: Row<1> = {
  schema: () => z.literal(1, versionRule),
  hint: 'Write "version: 1", the version of this file\'s format.',
  isRequired: true,
}

/** Checked apart: each is a mapping of settings. */
export const profiles: Row<Record<string, unknown>> = {
  schema: () => z.record(z.string(), z.unknown(), expected('a mapping')),
  hint: 'Write the name of a profile and, under it, the settings that it changes.',
}

/** For editors, which find the JSON Schema of a JSON file by it. */
export const $schema: Row<string> = {
  schema: filledText,
  hint: 'Write the path of the JSON Schema for editors (gov config schema), or delete the key.',
}

/** The settings of a config, and those of each profile, which override them. */
export interface ConfigLayers {
  readonly layer: Layer
  readonly profiles: ReadonlyMap<string, Layer>
}

export const configKeys = settingNames.filter((name) => settingTable[name].sources?.includes('file') ?? true)

const rows = { ...settingTable, version, profiles, $schema }
const names = ['version', ...configKeys, 'profiles', '$schema']

/** Checks a config. Throws one GovError with every problem, in order: `config-invalid`, or `config-secret` if all are secrets. */
export function checkConfig(source: ConfigSource, profile?: string): ConfigLayers {
  const { values, problems } = inspectConfig(source, profile)
  if (problems.length > 0 || values === undefined) throw placedError(problems, source.name)
  return values
}

/** Every problem of a config and of all its profiles, in the order of the text; what it sets when there is none. */
export function inspectConfig(source: ConfigSource, profile?: string): Inspected<ConfigLayers> {
  return inspectSource(
    source,
    readConfig(source.value, (path) => findPlace(source, path), profile),
  )
}

/** Reads a config. `placeOf` gives a path's place; of profiles, only for the one that applies: a hostile file could have thousands. */
export function readConfig(
  value: unknown,
  placeOf: (path: Path) => string,
  profile?: string,
): ReadValues<ConfigLayers> {
  const { values: all, problems } = readMapping(value, {
    rows,
    wording: createWording(names),
    findOrigin: (path) => ({ source: 'file', place: placeOf(path) }),
  })
  const { version: _version, $schema: _schema, profiles: raw, ...layer } = all
  const read = Object.entries(raw?.value ?? {}).map(([name, each]) =>
    readProfile(name, each, name === profile ? placeOf : dottedName),
  )
  return {
    values: { layer, profiles: new Map(read.map(({ name, values }) => [name, values])) },
    problems: [
      ...problems,
      ...listBesideChecks(layer, []),
      ...read.flatMap((profile) => [
        ...profile.problems,
        ...listBesideChecks(profile.values, ['profiles', profile.name]),
      ]),
    ],
  }
}

/** Targets and selectors next to `checks` would apply to none of the checks. */
function listBesideChecks(layer: Layer, at: Path): Problem[] {
  return [...targetKeys, 'api_categories' as const, ...selectorKeys].flatMap((name) =>
    layer.checks && layer[name]
      ? [
          {
            code: 'config-invalid',
            path: [...at, name],
            message: `${dottedName([...at, name])} stands beside checks, so that no check has it`,
            hint: 'Move it into the checks that it is for.',
          },
        ]
      : [],
  )
}

function readProfile(name: string, value: unknown, placeOf: (path: Path) => string) {
  const read = readMapping(value, {
    rows: settingTable,
    wording: createWording(configKeys),
    findOrigin: (path) => ({ source: 'file', place: placeOf(path), profile: name }),
    at: ['profiles', name],
    hint: profiles.hint,
  })
  return { name, ...read }
}

function createWording(known: readonly string[]): Wording {
  return { code: 'config-invalid', renderName: dottedName, groups: groupKeys(known) }
}
