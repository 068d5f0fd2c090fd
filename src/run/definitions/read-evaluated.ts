import type { Capabilities } from '../evaluators/evaluator.ts'
import type { Sources } from '../sources.ts'
import type { SentDefinition } from './bundle-definition.ts'

/** A definition as an evaluator gets it: as it is, or with what it refers to as one document. Throws GovError, usage. */
export function readEvaluated(
  file: string,
  { readDefinition, readSent }: Pick<Sources, 'readDefinition' | 'readSent'>,
  { readsFiles }: Pick<Capabilities, 'readsFiles'>,
): Promise<SentDefinition> {
  return readsFiles ? readDefinition(file) : readSent(file)
}
