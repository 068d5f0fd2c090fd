import { findPosition } from '../text/places.ts'
import { closeArray, closeObject, colon } from './char.ts'
import { addBlanks } from './loose.ts'
import type { YamlFault } from './parse-error.ts'
import type { Note } from './parsed-text.ts'
import type { Cursor } from './simple/cursor.ts'
import { findStop } from './simple/read.ts'

/**
 * What is wrong with a text in which loose lines and comments are no fault, as `simple` reads it: a bracket or quote that is never
 * closed, or closed too early, is named where it begins. `refuse` says why a strict reader refuses a text.
 */
export function findLooseFault(
  text: string,
  first: YamlFault,
  refuse: (text: string) => YamlFault | undefined,
): YamlFault {
  const stop = findStop(hideProperties(text))
  if (!stop) return first
  const [outermost] = stop.opened
  const open: Note[] =
    outermost === undefined ? [] : [{ kind: 'lines', start: outermost, end: stop.at, least: Infinity }]
  const strict = addBlanks(text, [...stop.notes, ...open])
  const refused = refuse(strict.text)
  const fault = refused ? { ...refused, offset: strict.toOffset(refused.offset) } : first
  const isLoose = fault.reason.startsWith('deficient')
  return (
    findUnclosed(text, stop, fault, refuse) ?? findEarlyEnd(text, stop, fault) ?? (isLoose ? first : fault)
  )
}

/** The text up to its last document, with something else for tabs, anchors, tags and aliases, which the quick reader does not read. */
function hideProperties(text: string): string {
  const mark = Math.max(text.lastIndexOf('\n---'), text.lastIndexOf('\n...'))
  return text
    .slice(0, mark === -1 ? undefined : mark)
    .replace(/[&!][^\s,[\]{}'"]*|\t/g, (hidden) => ' '.repeat(hidden.length))
    .replace(/\*[^\s,[\]{}'"]+|<<(?=:)/g, (hidden) => 'x'.repeat(hidden.length))
}

function findUnclosed(
  text: string,
  { opened }: Cursor,
  { reason, offset }: YamlFault,
  refuse: (text: string) => YamlFault | undefined,
): YamlFault | undefined {
  const [outermost, start] = [opened[0], opened.at(-1)]
  if (outermost === undefined || start === undefined || start >= offset) return undefined
  const code = text.charCodeAt(offset)
  const isOpen = /^(?:deficient|unexpected end)/.test(reason) || code === closeArray || code === closeObject
  const inside = isOpen ? refuse(text.slice(outermost)) : undefined
  if (!inside || inside.reason.startsWith('end of the stream')) return undefined
  return { offset: start, reason: `the ${text.charAt(start)} is not closed` }
}

/** A missing quote is often noticed at the next one, some lines below. */
function findEarlyEnd(
  text: string,
  { opened, notes, at }: Cursor,
  { offset }: YamlFault,
): YamlFault | undefined {
  const last = notes.at(-1)
  if (opened.length > 0 || last?.kind !== 'lines' || last.end !== at || /\n/.test(text.slice(at, offset)))
    return undefined
  const { start } = last
  const reason =
    text.charCodeAt(at) === colon
      ? 'a key must be on one line'
      : `the ${text.charAt(start)} ends in line ${findPosition(text, at - 1).line}, with more text behind it`
  return { offset: start, reason }
}
