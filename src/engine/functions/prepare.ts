import { functions } from './index.ts'

/** Prepares the functions that a ruleset names anywhere. */
export async function prepareFunctions(ruleset: unknown): Promise<void> {
  for (const text of textsIn(ruleset)) await functions.get(text)?.prepare?.()
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part)
}
