import type { EngineName } from '../../../src/core/model/engine-name.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import type { Rule } from '../../../src/engine/rule.ts'
import type { Builtins } from '../../../src/engine/ruleset/builtins.ts'
import { RulesetError, type RulesetProblem } from '../../../src/engine/ruleset/ruleset-source.ts'

export interface Files {
  readonly [name: string]: string
}

/** Loads YAML text; `files` are what it may extend, by the name that it writes without `./`. */
export async function load(
  text: string,
  files: Files = {},
  builtins?: Builtins,
  engine?: EngineName,
): Promise<readonly Rule[]> {
  const read = async (reference: string) => {
    const name = reference.replace(/^\.\//, '')
    const found = files[name]
    if (found === undefined) throw new Error('no such file')
    return { name, text: found }
  }
  const source = { name: 'main.yaml', text, format: 'yaml' } as const
  return (await loadRuleset(source, { read, builtins, engine })).rules
}

/** The problems for which a ruleset is refused. Throws when it is not. */
export async function problemsOf(text: string, files: Files = {}): Promise<readonly RulesetProblem[]> {
  try {
    await load(text, files)
  } catch (error) {
    if (error instanceof RulesetError) return error.problems
    throw error
  }
  throw new Error('the ruleset was not refused')
}
