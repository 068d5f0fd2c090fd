import type { RuleExamples } from '../../examples/read-examples.ts'

/**
 * Why there is each rule that comes with the engine, with a document that fails it and one that passes, by the rule's
 * id. The texts are read when they are asked for: no evaluation needs them.
 */
export async function readExplanations(): Promise<ReadonlyMap<string, RuleExamples>> {
  const { readExamples } = await import('../../examples/read-examples.ts')
  const allExamples = (await readTexts()).flatMap((text) =>
    readExamples({ name: 'explanations', text, format: 'yaml' }),
  )
  return new Map(allExamples.map((ruleExamples) => [ruleExamples.rule, ruleExamples]))
}

/** The ids alone, in a moment: they are the keys that begin a line. */
export async function listExplainedRules(): Promise<readonly string[]> {
  const texts = await readTexts()
  return texts.flatMap((text) => [...text.matchAll(/^(\S+): ?(?:[&*]\S+)?$/gm)].map(([, id = '']) => id))
}

async function readTexts(): Promise<readonly string[]> {
  const files = await Promise.all([
    import('./document.yaml?raw'),
    import('./oas.yaml?raw'),
    import('./owasp.yaml?raw'),
    import('./vacuum.yaml?raw'),
  ])
  return files.map((file) => file.default)
}
