/** Exit codes and kinds of gap, as `gov help exit-codes` tells them. */
import { exitCodes } from '../../../src/core/model/errors.ts'
import { exitCodeCauses, gapCauses } from '../../../src/terminal/help/exit-codes.ts'
import { code, plain, renderTable } from './tables.ts'

type Cause = (typeof gapCauses)[keyof typeof gapCauses]

export function renderExitCodes(): string {
  const rows = Object.entries(exitCodeCauses).map(([name, cause]) => [
    String(Object(exitCodes)[name]),
    cause.title,
    ...renderCause(cause),
  ])
  return renderTable(['code', 'name', 'means', 'what to do'], rows)
}

export function renderGaps(): string {
  const rows = Object.entries(gapCauses).map(([kind, cause]) => [code(kind), ...renderCause(cause)])
  return renderTable(['kind', 'cause', 'what to do'], rows)
}

function renderCause({ means, remedy, see = [] }: Cause): readonly string[] {
  const links = see.map((page) => `[${page.startsWith('#') ? 'below' : page.replace(/#.*/, '')}](${page})`)
  return [plain(means), plain(remedy) + (links.length > 0 ? ` See ${links.join(' and ')}.` : '')]
}
