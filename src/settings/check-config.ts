import type { Path } from '../model/location.ts'
import type { Wording } from './check-value.ts'
import {
  type ConfigSource,
  type Inspected,
  inspectSource,
  placedError,
  placeOf,
  type Unplaced,
} from './config-source.ts'
import { $schema, profiles, version } from './file-rows.ts'
import { dottedName } from './problems.ts'
import { readMapping } from './read-mapping.ts'
import type { Layer } from './setting.ts'
import { settingNames, table } from './table.ts'
import { knownKeys } from './unknown-key.ts'

/** What a config sets, and what each of its profiles sets over it. */
export interface ConfigLayers {
  readonly layer: Layer
  readonly profiles: ReadonlyMap<string, Layer>
}

export const configKeys = settingNames.filter((name) => table[name].sources?.includes('file') ?? true)

const rows = { ...table, version, profiles, $schema }
const names = ['version', ...configKeys, 'profiles', '$schema']

/**
 * What a config sets, checked. Throws one GovError that names every problem, in the order of the text, as
 * `file:line:column: what`; its code is `config-invalid`, or `config-secret` when secrets are all that is wrong.
 */
export function checkConfig(source: ConfigSource, profile?: string): ConfigLayers {
  const { values, problems } = inspectConfig(source, profile)
  if (problems.length > 0 || values === undefined) throw placedError(problems, source.name)
  return values
}

/** Every problem of a config and of all its profiles, in the order of the text; what it sets when there is none. */
export function inspectConfig(source: ConfigSource, profile?: string): Inspected<ConfigLayers> {
  return inspectSource(
    source,
    readConfig(source.value, (path) => placeOf(source, path), profile),
  )
}

/**
 * Reads the value of a config. `placeOf` gives the place of a path in its file. Of the profiles, the places are those in the
 * file for the one that applies only: a hostile file could have thousands.
 */
export function readConfig(
  value: unknown,
  placeOf: (path: Path) => string,
  profile?: string,
): Unplaced<ConfigLayers> {
  const { layer: all, problems } = readMapping(value, {
    rows,
    wording: wordingOf(names),
    originOf: (path) => ({ source: 'file', place: placeOf(path) }),
  })
  const { version: _version, $schema: _schema, profiles: raw, ...layer } = all
  const read = Object.entries(raw?.value ?? {}).map(([name, each]) =>
    readProfile(name, each, name === profile ? placeOf : dottedName),
  )
  return {
    values: { layer, profiles: new Map(read.map((each) => [each.name, each.layer])) },
    problems: [...problems, ...read.flatMap((each) => each.problems)],
  }
}

function readProfile(name: string, value: unknown, placeOf: (path: Path) => string) {
  const read = readMapping(value, {
    rows: table,
    wording: wordingOf(configKeys),
    originOf: (path) => ({ source: 'file', place: placeOf(path), profile: name }),
    at: ['profiles', name],
    hint: profiles.hint,
  })
  return { name, ...read }
}

function wordingOf(known: readonly string[]): Wording {
  return { code: 'config-invalid', nameOf: dottedName, groups: knownKeys(known) }
}
