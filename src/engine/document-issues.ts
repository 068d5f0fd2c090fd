import type { PlacedKeyFault, SourceDocument } from '../document.ts'
import type { Path, Severity } from '../model.ts'
import { refOf } from './pointer.ts'
import { fileOf, type ReferencedFiles } from './referenced-files.ts'
import { baseOf, followRefs, stepThrough } from './refs.ts'
import type { EngineIssue, Rule } from './rule.ts'

/** Where an issue is found: in the document itself, or in a file that it refers to. */
export interface Part {
  readonly name: string | undefined
  readonly document: SourceDocument
}

/**
 * What is wrong with the document itself, whatever the ruleset asks, under the names that Spectral has for it:
 * `parser` for keys that do not mean what they seem to, `invalid-ref` for a `$ref` that leads nowhere. What such a
 * key or `$ref` stands for was not checked, so both are errors.
 */
export function documentIssues(document: SourceDocument, files: ReferencedFiles): EngineIssue[] {
  const parts: readonly Part[] = [
    { name: undefined, document },
    ...[...files.documents].map(([name, part]) => ({ name, document: part })),
  ]
  return [...parts.flatMap(keyIssues), ...danglingRefs(parts, document.value, files)]
}

const parser = ruleOf(
  'parser',
  'Every key must be a text, and occur once in its mapping.',
  'Remove the key or rename it; put a key that is no text in quotes.',
)

const invalidRef = ruleOf(
  'invalid-ref',
  'Every $ref must lead to something that can be read.',
  'Correct the reference, or add what it refers to.',
)

/** The rules that hold for every document, whatever the ruleset says. */
export const documentRules: readonly Rule[] = [parser, invalidRef]

function ruleOf(id: string, description: string, howToFix: string): Rule {
  const severity: Severity = 'error'
  const nothing = { message: undefined, documentationUrl: undefined, formats: undefined }
  // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
  return { id, description, howToFix, severity, given: [], then: [], resolved: false, ...nothing }
}

function keyIssues({ name, document }: Part): EngineIssue[] {
  const issues = document.keyFaults().map(({ path, kind, location }) => ({
    rule: parser,
    message: keyMessage(kind, String(path.at(-1))),
    path,
    location,
    file: name,
  }))
  const seen = new Set<string>()
  return issues.filter(({ path, message }) => {
    const { size } = seen
    return seen.add(JSON.stringify([path, message])).size > size
  })
}

function keyMessage(kind: PlacedKeyFault['kind'], key: string): string {
  return kind === 'repeated'
    ? `the key "${key}" is repeated: only its last value counts`
    : `the key ${key} is read as a ${kind}, not as text: put it in quotes`
}

interface Fault {
  /** What is not there: references that lead to the same place share one fault. */
  readonly place: string
  readonly reason: string
}

/** One issue for each place that is not there, at the first reference that leads to it. */
function danglingRefs(parts: readonly Part[], root: unknown, files: ReferencedFiles): EngineIssue[] {
  const follow = followRefs(root, files)
  const reported = new Set<string>()
  const issues: EngineIssue[] = []
  for (const part of parts) {
    if (!hasFault(part.document.value, (ref) => faultOf(ref, root, files, follow))) continue
    for (const { value, path } of inOrder(part.document.value)) {
      const fault = faultOf(value, root, files, follow)
      if (!fault || reported.has(fault.place)) continue
      reported.add(fault.place)
      const at = [...path(), '$ref']
      const location = part.document.locate(at)
      issues.push({ rule: invalidRef, message: fault.reason, path: at, location, file: part.name })
    }
  }
  return issues
}

/** Nearly always the answer is no, and paths need not be kept. */
function hasFault(root: unknown, faultOf: (ref: object) => Fault | undefined): boolean {
  const known = new Set<string>()
  const pending = [root]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    const ref = refOf(node)
    if (ref !== undefined && !known.has(ref)) {
      if (faultOf(node)) return true
      known.add(ref)
    }
    for (const child of Array.isArray(node) ? node : Object.values(node)) {
      if (typeof child === 'object' && child !== null) pending.push(child)
    }
  }
  return false
}

/** Goes along the chain of references that begins with `value`. A cycle is no fault. */
function faultOf(
  value: unknown,
  root: unknown,
  files: ReferencedFiles,
  follow: ReturnType<typeof followRefs>,
): Fault | undefined {
  const seen = new Set<unknown>()
  for (let at = value; ; ) {
    const ref = refOf(at)
    if (ref === undefined || seen.has(at)) return undefined
    seen.add(at)
    const base = baseOf(Object(at), root, files)
    if (!base) return unreadable(Object(at), ref, files)
    const target = stepThrough(base, ref, follow)
    if (!target)
      return { place: base.path.join() + ref.slice(ref.indexOf('#')), reason: `"${ref}" leads nowhere` }
    at = target.value
  }
}

function unreadable(at: object, ref: string, files: ReferencedFiles): Fault {
  const file = fileOf(at)
  const found = files.find(at, file)
  return {
    place: `${files.holder(at) ?? ''} ${file}`,
    reason: `"${ref}": ${'fault' in found ? found.fault : ''}`,
  }
}

interface Step {
  readonly value: unknown
  readonly parent: Step | undefined
  readonly key: string | number
}

/** Every object and array in the order of the document. */
function* inOrder(root: unknown): Generator<{ value: unknown; path: () => Path }> {
  const pending: Step[] = [{ value: root, parent: undefined, key: '' }]
  for (let at = pending.pop(); at; at = pending.pop()) {
    const step = at
    if (typeof step.value !== 'object' || step.value === null) continue
    yield { value: step.value, path: () => pathOf(step) }
    const children = Object.entries(step.value).reverse()
    const isArray = Array.isArray(step.value)
    for (const [key, value] of children)
      pending.push({ value, parent: step, key: isArray ? Number(key) : key })
  }
}

function pathOf(step: Step): Path {
  const reversed: (string | number)[] = []
  for (let at = step; at.parent; at = at.parent) reversed.push(at.key)
  return reversed.reverse()
}
