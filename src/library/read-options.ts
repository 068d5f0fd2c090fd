import { z } from 'zod'
import { usageError } from '../core/model/errors.ts'
import type { Path } from '../core/model/location.ts'
import { groupKeys } from '../settings/check-value.ts'
import { createListSchema, expected, filledText } from '../settings/kinds.ts'
import { dottedName, type Problem, problemsError } from '../settings/problems.ts'
import { readMapping, readRows } from '../settings/read-layer.ts'
import type { Layer, Origin } from '../settings/setting.ts'
import { settingNames, settingTable } from '../settings/table.ts'
import type { CheckOptions, OwnOptions } from './check-options.ts'

const hint = "Pass what to check: check({ definitions: ['openapi.yaml'], ruleset_files: ['rules.yaml'] })."

const anObject = (value: unknown) => typeof value === 'object' && value !== null
const row = <Value>(schema: () => z.ZodType<Value>) => ({ schema, hint: 'Fix the value or delete it.' })
const yesOrNo = row(() => z.boolean(expected('true or false')))

const ownRows = {
  cwd: row(filledText),
  config: row(() => z.union([z.literal(true), filledText()], { error: 'must be a file or true' })),
  policyFile: row(filledText),
  trustPaths: yesOrNo,
  allowRemote: row(() => createListSchema(filledText(), (url) => url)),
  strictBaseline: yesOrNo,
  base: row(filledText),
  diagnose: yesOrNo,
  env: row(() => z.custom(anObject, 'must be an object of variables')),
  signal: row(() => z.instanceof(AbortSignal, { error: 'must be an AbortSignal' })),
  onProgress: row(() => z.custom((value) => typeof value === 'function', 'must be a function')),
}

/** The options are the config keys without reports and the gateway, which only the command has. */
const groups = groupKeys([
  ...settingNames.filter((name) => settingTable[name].sources?.includes('option') ?? true),
  ...Object.keys(ownRows),
])
export const optionNames: readonly string[] = groups.get('') ?? []

export interface ReadOptions extends OwnOptions {
  /** The settings of the options, with the precedence of flags. */
  readonly layer: Layer
  /** Texts to check instead of files, by file name. */
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/** Checks the options by the rules of the config. Throws GovError `option-invalid`, which names every bad one. */
export function readOptions(options: CheckOptions): ReadOptions {
  if (!anObject(options)) throw usageError('option-invalid', 'the options must be an object', hint)
  const { definitions, contents } = takeContents(options.definitions)
  const { token, ...others } = options
  // An empty token counts as none, as an empty GOV_TOKEN does.
  const raw = { ...others, ...(token !== '' && { token }), ...(definitions && { definitions }) }
  const wording = { code: 'option-invalid', renderName: dottedName, groups }
  const { values: layer, problems } = readMapping(raw, {
    rows: settingTable,
    wording,
    findOrigin: createOrigin,
  })
  const own = readRows(ownRows, new Map(Object.entries(raw)), { wording, findOrigin: createOrigin })
  const all = [...problems, ...own.problems]
  if (all.length > 0) throw problemsError(all.map(withOptions), 'option-invalid')
  return { ...options, layer, contents }
}

function createOrigin(path: Path): Origin {
  return { source: 'option', place: dottedName(path) }
}

/** For an unknown option, the hint lists the options, not the keys of a file. */
function withOptions(problem: Problem): Problem {
  const [name, ...inside] = problem.path
  const isUnknown = inside.length === 0 && !optionNames.includes(String(name))
  return isUnknown ? { ...problem, hint: `The options are ${optionNames.join(', ')}.` } : problem
}

/**
 * Definitions without their contents, as the config has them, and these, as bytes by the names of their files. Throws GovError `option-invalid`, also for one that is
 * undefined: the file must not be checked instead of what a script failed to get.
 */
function takeContents(definitions: unknown) {
  const contents = new Map<string, Uint8Array>()
  if (!Array.isArray(definitions)) return { contents }
  const named = definitions.map((definition: unknown, index) => {
    if (typeof definition !== 'object' || definition === null || !('content' in definition)) return definition
    const { content, ...others } = definition
    const file = 'file' in definition ? definition.file : undefined
    const bytes = readBytes(content, index)
    if (typeof file === 'string') contents.set(file, bytes)
    return others
  })
  return { definitions: named, contents }
}

/** A copy: what is checked and what is sent are the same, whatever the caller does with its own meanwhile. */
function readBytes(content: unknown, index: number): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return new Uint8Array(content)
  const message = `definitions[${index}].content must be text or bytes (a string, a Buffer or a Uint8Array)`
  throw usageError('option-invalid', message, "Pass the file's content, or omit it to read the file.")
}
