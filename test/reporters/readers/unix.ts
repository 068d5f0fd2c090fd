import type { Reader } from './reading.ts'

const issue = /^(?<place>.*?)(?::\d+){0,2}: (?<severity>error|warn|info|hint) (?<message>.+)$/

/** As grep and an editor's list of errors read it: nothing but lines that begin with a place and a severity. */
export const unix: Reader = (text) => {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  const read = lines.map((line) => {
    const { place, severity, message } = issue.exec(line)?.groups ?? {}
    if (place === undefined || severity === undefined) throw new Error(`no place: ${line.slice(0, 200)}`)
    return {
      place,
      text: `${severity} ${message}`,
      isFault: place === 'gov' || message?.startsWith('definition-syntax '),
    }
  })
  return {
    issues: read.filter(({ isFault }) => !isFault).map(({ text }) => text),
    faults: read.filter(({ isFault }) => isFault).map(({ text }) => text),
    shape: read.map(({ isFault }) => (isFault ? 'fault' : 'issue')),
  }
}
