import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

/** An element's name and attributes, with the text that follows its opening tag. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? `?${name}?`)
}

/** The elements of a text that `assertValid` has passed. */
export function elementsOf(text: string): Element[] {
  return [...text.matchAll(/<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*\/?>([^<]*)/g)].map(
    ([, name = '', attributes = '', content = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key,
          decode(value),
        ]),
      ),
      text: decode(content),
    }),
  )
}

/** Held to a schema by libxml2 itself. */
export async function assertValid(text: string, schema: string): Promise<void> {
  const { valid, rawOutput } = await validateXML({
    xml: { fileName: 'report.xml', contents: text },
    schema: { fileName: 'schema.xsd', contents: schema },
    maxMemoryPages: 65536,
  })
  if (!valid) throw new Error(rawOutput.slice(0, 2000))
}

export function schemaFile(name: string): string {
  return readFileSync(join(import.meta.dirname, '../schemas', name), 'utf8')
}
