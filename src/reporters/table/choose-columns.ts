import { columnGap } from '../../core/text/sections.ts'

/** The columns of an issue table, from left to right. */
export const columnNames = ['severity', 'api', 'place', 'rule', 'ruleset', 'message', 'path'] as const
export type ColumnName = (typeof columnNames)[number]

/** 0: the column is left out. */
export type ColumnWidths = Readonly<Record<ColumnName, number>>

interface ColumnNeeds {
  /** The widest cell of each column on one line; 0 where all rows share what it would say. */
  readonly natural: Readonly<Record<ColumnName, number>>
  /** The narrowest columns in which names that are cut still differ. */
  readonly least: { readonly api: number; readonly place: number }
}

/** Below, and where names leave no room for messages, issues are lines of the unix format. */
const narrowest = 60
const leastMessage = 20
/** With less room a message has its rule behind it, not beside it. */
const roomyMessage = 40
/** From here on there is a column for the JSON path. */
const wide = 140
const leastPath = 24
/** Names may take this part of a line, and what messages leave free. */
const partOfNames = 0.3

/** The columns for `width`, which together take no more. Undefined: there is no room for a table. */
export function chooseColumns({ natural, least }: ColumnNeeds, width: number): ColumnWidths | undefined {
  const bound = (most: number) => ({
    severity: natural.severity,
    api: Math.min(natural.api, Math.max(least.api, most)),
    place: Math.min(natural.place, Math.max(least.place, most)),
  })
  const leave = (names: Readonly<Record<string, number>>) =>
    Object.values(names).reduce((left, each) => left - takeColumn(each), width)
  const wished = bound(Math.floor(width * partOfNames))
  const widths = leave(wished) < leastMessage ? bound(0) : wished
  let room = leave(widths)
  if (width < narrowest || room < leastMessage) return undefined
  const take = (most: number, kept: number): number => {
    const taken = Math.max(0, Math.min(most, room - columnGap - kept))
    room -= takeColumn(taken)
    return taken
  }
  const kept = Math.min(natural.message, roomyMessage)
  const rule = room - takeColumn(natural.rule) >= kept ? take(natural.rule, kept) : 0
  for (const name of ['place', 'api'] as const) {
    const more = Math.min(natural[name] - widths[name], Math.max(0, room - natural.message))
    widths[name] += more
    room -= more
  }
  const mostForPath = Math.max(leastPath, room - columnGap - natural.message)
  const path = width >= wide && rule > 0 ? take(Math.min(natural.path, mostForPath), roomyMessage) : 0
  const hasRuleset = rule > 0 && room - takeColumn(natural.ruleset) >= natural.message
  const ruleset = hasRuleset ? take(natural.ruleset, natural.message) : 0
  const message = path > 0 ? Math.min(room, natural.message) : room
  return { ...widths, rule, ruleset, message, path: path > 0 ? path + room - message : 0 }
}

function takeColumn(width: number): number {
  return width === 0 ? 0 : width + columnGap
}
