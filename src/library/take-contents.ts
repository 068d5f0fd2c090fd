import { usageError } from '../model/errors.ts'

interface Taken {
  /** Without their contents, as the config has them. */
  readonly definitions?: readonly unknown[]
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/**
 * The contents of definitions, as bytes by the names of their files. Throws GovError `option-invalid`, also for one that is
 * undefined: the file must not be checked instead of what a script failed to get.
 */
export function takeContents(definitions: unknown): Taken {
  const contents = new Map<string, Uint8Array>()
  if (!Array.isArray(definitions)) return { contents }
  const named = definitions.map((definition: unknown, index) => {
    if (typeof definition !== 'object' || definition === null || !('content' in definition)) return definition
    const { content, ...others } = definition
    const file = 'file' in definition ? definition.file : undefined
    const bytes = bytesOf(content, index)
    if (typeof file === 'string') contents.set(file, bytes)
    return others
  })
  return { definitions: named, contents }
}

/** A copy: what is checked and what is sent are the same, whatever the caller does with its own meanwhile. */
function bytesOf(content: unknown, index: number): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return new Uint8Array(content)
  const message = `definitions[${index}].content must be text or bytes (a string, a Buffer or a Uint8Array)`
  throw usageError('option-invalid', message, "Pass the file's content, or omit it to read the file.")
}
