import { usageError } from '../errors.ts'

interface Taken {
  /** Without their contents, as the config has them. */
  readonly definitions?: readonly unknown[]
  readonly contents: ReadonlyMap<string, Uint8Array>
}

/** The contents of definitions, as bytes by the names of their files. Throws GovError `option-invalid`. */
export function takeContents(definitions: unknown): Taken {
  const contents = new Map<string, Uint8Array>()
  if (!Array.isArray(definitions)) return { contents }
  const named = definitions.map((definition: unknown, index) => {
    if (typeof definition !== 'object' || definition === null || !('content' in definition)) return definition
    const { content, ...others } = definition
    const file = 'file' in definition ? definition.file : undefined
    if (content !== undefined && typeof file === 'string') contents.set(file, bytesOf(content, index))
    return others
  })
  return { definitions: named, contents }
}

function bytesOf(content: unknown, index: number): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  if (content instanceof Uint8Array) return content
  const message = `definitions[${index}].content must be text or bytes (a string, a Buffer or a Uint8Array)`
  throw usageError(
    'option-invalid',
    message,
    'Give what the file would hold, or leave it out to have the file read.',
  )
}
