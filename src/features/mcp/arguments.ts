import { z } from 'zod'
import { namedFiles } from '../../check/sources/find-matches.ts'
import { silenceWarnings, type World } from '../../check/world.ts'
import { usageError } from '../../core/model/errors.ts'
import { createListSchema, filledText } from '../../settings/kinds.ts'
import { nameText } from '../../terminal/flags/ask-flags.ts'
import { findRules } from '../explain/index.ts'
import type { CallFence } from './roots.ts'
import type { ToolCall } from './tool.ts'

const mostFiles = 500

export const filesArgument = () =>
  createListSchema(filledText(), (file) => file)
    .max(mostFiles, `must be at most ${mostFiles} names; a folder or a glob stands for more`)
    .optional()
    .describe('OpenAPI files, folders or globs in the working directory. Default: what the config lists.')

export const definitionArguments = () => ({
  files: filesArgument(),
  text: z.string().optional().describe('An OpenAPI document to take instead of files.'),
  name: filledText().optional().describe('File name for the text, such as openapi.yaml.'),
})

type DefinitionArguments = Partial<z.infer<z.ZodObject<ReturnType<typeof definitionArguments>>>>

/** Throws GovError, usage. */
export async function askedDefinitions(
  { files = [], text: content, name }: DefinitionArguments,
  world: World,
  fence: CallFence,
) {
  if (content === undefined && name !== undefined) throw needlessArgumentError('name', 'text')
  if (content !== undefined && files.length > 0) throw needlessArgumentError('files', 'no text')
  if (content === undefined) return nameFiles(files, world, fence)
  const file = name ?? nameText(content)
  await fence.requireInside([file])
  world.sources.give(file, new TextEncoder().encode(content))
  return { files: [file], world }
}

/** The files that a call names, and surroundings in which its globs and folders find none outside the working directory. */
async function nameFiles(names: readonly string[], world: World, { requireInside }: CallFence) {
  const { cwd, sources } = world
  if (names.length === 0) return { files: names, world }
  await requireInside(names)
  const search = async (glob: string) => {
    const found = await sources.search(glob)
    await requireInside(found)
    return found
  }
  return { files: await namedFiles(names, cwd), world: { ...world, sources: { ...sources, search } } }
}

function needlessArgumentError(argument: string, other: string): Error {
  const hint = 'Pass files, or text and optionally name; without both, what the config lists is taken.'
  return usageError('arguments-invalid', `${argument} is for a call with ${other}`, hint)
}

/** Throws GovError, usage: no known ruleset has a rule that fits one of these; `*` matches any characters. */
export async function requireKnownRules(
  rules: readonly string[],
  { requestFor, createWorld }: Pick<ToolCall, 'requestFor' | 'createWorld'>,
): Promise<void> {
  // A file that is read only for this may still be written.
  const world = silenceWarnings(createWorld())
  const { require } = await findRules(requestFor(), undefined, world)
  for (const rule of rules) require(rule)
}

const mostItems = 200

export function pageSize(items: string) {
  const range = `must be a whole number from 1 to ${mostItems}`
  return z
    .int(range)
    .min(1, range)
    .max(mostItems, range)
    .optional()
    .describe(`${items} on a page. Default: as many as fit into 4 KB.`)
}
