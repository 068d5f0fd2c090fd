import { readExplanations } from './index.ts'

/** Why there is each rule that comes with the engine, by the rule's id. The build has the result in the place of this file. */
export async function readReasons(): Promise<Readonly<Record<string, string>>> {
  const explanations = [...(await readExplanations())]
  return Object.fromEntries(explanations.flatMap(([id, { why }]) => (why === undefined ? [] : [[id, why]])))
}
