import type { RuleExamples } from '../../examples/example.ts'
import { readExamples } from '../../examples/read-examples.ts'

/**
 * Why there is each rule that comes with the engine, with a document that fails it and one that passes, by the rule's
 * id. The texts are read when they are asked for: no evaluation needs them.
 */
export async function readExplanations(): Promise<ReadonlyMap<string, RuleExamples>> {
  const texts = await Promise.all([
    import('./document.yaml?raw'),
    import('./oas.yaml?raw'),
    import('./owasp.yaml?raw'),
  ])
  const found = texts.flatMap(({ default: text }) =>
    readExamples({ name: 'explanations', text, format: 'yaml' }),
  )
  return new Map(found.map((each) => [each.rule, each]))
}
