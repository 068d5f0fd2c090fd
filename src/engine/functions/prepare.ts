import { functions } from './index.ts'

/** Prepares the functions that a ruleset names anywhere. */
export async function prepareFunctions(ruleset: unknown): Promise<void> {
  const names = new Set<string>()
  collectNames(ruleset, names)
  for (const name of names) await functions.get(name)?.prepare?.()
}

function collectNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (functions.has(value)) names.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) collectNames(part, names)
  }
}
