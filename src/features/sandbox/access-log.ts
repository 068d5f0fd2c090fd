import type { AnsweredRequest } from '../../sandbox/http/exchange.ts'

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

/** One line about an answered request. It has the path of the operation, never what a caller wrote there: that may be a key. */
export function renderAccess(
  format: LogFormat,
  time: Date,
  { note, method, status, ms }: AnsweredRequest,
): string {
  const facts = {
    time: time.toISOString(),
    request_id: note.id,
    method,
    path: note.path ?? '-',
    user: note.user?.id ?? '-',
    organisation: note.user?.org_id || '-',
    status,
    ms: Math.round(ms),
  }
  return format === 'json' ? JSON.stringify(facts) : Object.values(facts).map(renderField).join(' ')
}

/** Why a request was answered with 500. */
export function renderFault(
  format: LogFormat | undefined,
  time: Date,
  message: string,
  id: string | undefined,
): string {
  if (format === 'json')
    return JSON.stringify({ time: time.toISOString(), request_id: id ?? '-', level: 'error', message })
  const about = id === undefined ? '' : ` (request ${id})`
  return `fault: ${message.replaceAll('\n', ' ')}${about}`
}

/** Ids of users may hold anything: a line has as many fields as it seems to. */
function renderField(value: string | number): string {
  const text = String(value)
  return /^[^\s"\p{C}]+$/u.test(text) ? text : JSON.stringify(text)
}
