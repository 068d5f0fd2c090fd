import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

interface Waiting {
  readonly contents: string
  readonly done: (fault: string | undefined) => void
}

const waiting = new Map<string, Waiting[]>()
let running: Promise<void> = Promise.resolve()

/** Held to a schema by libxml2 itself. It runs on a thread of its own, which takes long to start: what is asked for meanwhile is read in the next run. */
export async function assertValid(text: string, schema: string): Promise<void> {
  const fault = await new Promise<string | undefined>((done) => {
    if (waiting.size === 0) running = running.then(() => setTimeout(250)).then(validateAll)
    waiting.set(schema, [...(waiting.get(schema) ?? []), { contents: text, done }])
  })
  if (fault !== undefined) throw new Error(fault)
}

async function validateAll(): Promise<void> {
  const queues = [...waiting]
  waiting.clear()
  for (const [schema, queue] of queues) await validate(schema, queue)
}

async function validate(schema: string, queue: readonly Waiting[]): Promise<void> {
  const { valid, errors, rawOutput } = await validateXML({
    xml: queue.map(({ contents }, index) => ({ fileName: `report-${index}.xml`, contents })),
    schema: { fileName: 'schema.xsd', contents: schema },
    maxMemoryPages: 65536,
  })
  for (const [index, { done }] of queue.entries()) {
    const own = errors.filter(({ loc }) => loc?.fileName === `report-${index}.xml`)
    const unplaced = !valid && errors.every(({ loc }) => loc === null) ? rawOutput.slice(0, 1000) : undefined
    done(own.length > 0 ? own.map(({ message }) => message).join('\n') : unplaced)
  }
}

export function schemaFile(name: string): string {
  return readFileSync(resolve('test/reporters/schemas', name), 'utf8')
}
