import { dirname, join, resolve } from 'node:path'
import { usageError } from '../../core/model/errors.ts'
import type { RuleExamples } from '../../engine/examples/read-examples.ts'
import type { RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { RulesetError } from '../../engine/ruleset/ruleset-source.ts'
import { exists } from '../sources/exists.ts'
import { fenceFault, findFence } from '../sources/fence.ts'
import type { Sources } from '../sources/sources.ts'

export interface FileExamples {
  readonly file: string
  readonly rules: readonly RuleExamples[]
  /** A document in a file of its own, by its name in the examples. Throws GovError, usage. */
  readonly open: (name: string) => Promise<{ readonly text: string; readonly format: 'json' | 'yaml' }>
}

/** The files that are named, else the one beside the ruleset, if there is one. Throws GovError, usage. */
export async function readRulesetExamples(
  ruleset: string,
  named: readonly string[] | undefined,
  sources: Sources,
  trustPaths = false,
): Promise<readonly FileExamples[]> {
  const files = named ?? (await listExampleFiles(ruleset, sources))
  const found: FileExamples[] = []
  for (const file of files) found.push(await readOne(file, sources, trustPaths))
  return found
}

async function listExampleFiles(ruleset: string, sources: Sources): Promise<string[]> {
  const stem = ruleset.replace(/\.(json|ya?ml)$/i, '')
  const names = ['yaml', 'yml', 'json'].map((ending) => `${stem}.test.${ending}`)
  const there = await Promise.all(names.map((name) => exists(sources.cwd, name)))
  return names.filter((_, index) => there[index])
}

async function readOne(file: string, sources: Sources, trustPaths: boolean): Promise<FileExamples> {
  const fence = trustPaths ? undefined : await findFence(dirname(resolve(sources.cwd, file)))
  const { text, format } = await sources.read(file, 'examples')
  return {
    file,
    rules: await parse({ name: file, text, format }),
    open: async (name) => {
      const path = join(dirname(file), name)
      const fault = fence && (await fenceFault(resolve(sources.cwd, path), fence, 'read'))
      if (fault !== undefined) throw exampleOutsideError(path, fault)
      return sources.read(path, 'examples')
    },
  }
}

function exampleOutsideError(name: string, fault: string): Error {
  const hint = "Keep the documents in the examples' repository, or pass --trust-paths."
  return usageError('examples-outside', `${name} ${fault}`, hint)
}

async function parse(source: RulesetSource): Promise<readonly RuleExamples[]> {
  const { readExamples } = await import('../../engine/examples/read-examples.ts')
  try {
    return readExamples(source)
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    throw usageError('examples-invalid', error.message, 'Fix the examples there.', error)
  }
}
