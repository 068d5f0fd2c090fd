import { Unwritable } from '../../check/fixable/change.ts'
import { readDocument } from '../../core/document/document.ts'
import type { Path } from '../../core/model/location.ts'
import { getValue, toList } from '../../core/model/record.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import type { Edit } from '../../core/text/unified-diff.ts'
import {
  applyEdits,
  blockMember,
  chooseStyle,
  createOutline,
  endWithComment,
  findMargin,
  insertEdits,
  nextLine,
  type Outline,
  removeEdits,
  startOfLine,
} from '../fix/index.ts'

/** Appends a waiver to the list of the config at `root`; undefined if the text cannot be edited. */
export function addToText(
  before: string,
  format: 'json' | 'yaml',
  root: Path,
  waiver: Waiver,
): string | undefined {
  const path = [...root, 'waivers']
  return editText(format === 'yaml' ? withLastNewline(before) : before, format, (outline) => {
    const { text } = outline
    const config = outline.collectionAt(root)
    if (format === 'yaml' && config.style === 'flow') throw new Unwritable('the config is in braces')
    const entry = config.find('waivers')
    if (entry === undefined)
      return insertEdits(outline, { op: 'insert', path: root, key: 'waivers', value: [waiver] })
    const value = getValue(outline.value, path)
    if (format === 'json' && value === null)
      return [{ start: entry.valueStart, end: entry.end, text: JSON.stringify([waiver]) }]
    if (format === 'json' || toList(value).length > 0)
      return insertEdits(outline, { op: 'insert', path, value: waiver })
    // An empty list, or none: the new one goes below it, after its comment.
    const valueStart = findColon(outline) + 1
    const valueEnd = Math.max(valueStart, entry.end)
    const lineEnd = endWithComment(text, valueEnd)
    const written = blockMember('waivers', [waiver], findMargin(text, config), chooseStyle(outline, config))
    return [
      { start: valueStart, end: valueEnd, text: '' },
      { start: lineEnd, end: lineEnd, text: written.replace('waivers:', '') },
    ]
  })
}

/** Removes waivers and keeps comments in lines of their own: a person wrote them. */
export function removeFromText(
  text: string,
  format: 'json' | 'yaml',
  root: Path,
  gone: ReadonlySet<number>,
): string | undefined {
  const path = [...root, 'waivers']
  return editText(text, format, (outline) => {
    if (format === 'json')
      return removeEdits(
        outline,
        [...gone].map((index) => [...path, index]),
      )
    const { style, entries } = outline.collectionAt(path)
    if (style === 'flow') throw new Unwritable('comments between its items would be lost')
    const lines = entries
      .filter(({ index }) => gone.has(index))
      .map(({ start, end }) => ({
        start: startOfLine(text, start),
        end: nextLine(text, endWithComment(text, end)),
        text: '',
      }))
    if (lines.length < entries.length) return lines
    const valueStart = findColon(outline) + 1
    return [{ start: valueStart, end: valueStart, text: ' []' }, ...lines]
  })
}

function withLastNewline(text: string): string {
  if (text.endsWith('\n')) return text
  return text + (text.includes('\r\n') ? '\r\n' : '\n')
}

/** The colon behind the key of the waivers, in YAML. */
function findColon({ text, entryAt }: Outline): number {
  return text.indexOf(':', entryAt(['waivers']).key?.end)
}

function editText(
  text: string,
  format: 'json' | 'yaml',
  makeEdits: (outline: Outline) => readonly Edit[],
): string | undefined {
  try {
    return applyEdits(text, makeEdits(createOutline(text, format, readDocument(text, format))))
  } catch (error) {
    if (error instanceof Unwritable) return undefined
    throw error
  }
}
