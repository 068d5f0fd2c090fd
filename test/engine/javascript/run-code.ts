import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { RulesetError } from '../../../src/engine/ruleset/ruleset-source.ts'

export interface Files {
  readonly [name: string]: string
}

/** What a ruleset of files says of a document: its issues, and the failures of its rules. */
export async function runFiles(main: string, files: Files, document: unknown, steps?: number) {
  const read = async (reference: string, from: string) => {
    const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '.'
    const name = new URL(`${folder}/${reference}`, 'file:///').pathname.slice(1)
    const text = files[name]
    if (text === undefined) throw new Error(`${name} does not exist`)
    return { name, text }
  }
  const source = { name: main, text: files[main] ?? '', format: 'yaml' } as const
  try {
    const ruleset = await loadRuleset(source, { read, steps })
    const failures: string[] = []
    const issues = evaluate(
      parseDocument(JSON.stringify(document), 'json'),
      ruleset,
      {},
      {
        onFailure: ({ message }) => failures.push(message),
      },
    )
    return {
      rules: issues.map(({ rule, path, message }) => `${rule.id} ${path.join('.')}: ${message}`),
      failures,
    }
  } catch (error) {
    if (!(error instanceof RulesetError)) throw error
    return {
      rules: [],
      failures: [],
      problems: error.problems.map(({ line, key, reason }) => `${line} ${key}: ${reason}`),
    }
  }
}

/** The same of one function, run on `$`; `files` are beside it. */
export async function runCode(
  code: string,
  { options, document = {}, given = '$', files = {}, steps }: CodeCase = {},
) {
  const rules = {
    functions: ['own'],
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    rules: { own: { given, then: { function: 'own', functionOptions: options } } },
  }
  const all = { 'rules.json': JSON.stringify(rules), 'functions/own.js': code, ...files }
  return runFiles('rules.json', all, document, steps)
}

interface CodeCase {
  readonly options?: unknown
  readonly document?: unknown
  readonly given?: string
  readonly files?: Files
  readonly steps?: number
}
