import type { Reader } from './reading.ts'

interface ServiceMessage {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

const value = /^ ([A-Za-z]+)='((?:[^|'[\]\r\n]|\|[|'[\]nrxlp]|\|0x[0-9a-f]{4})*)'/

/** Every line must be one service message: a value ends where its first bare quote stands. */
function parse(line: string): ServiceMessage {
  const [head = '', name = ''] = /^##teamcity\[(\w+)/.exec(line) ?? []
  if (name === '') throw new Error(`no service message: ${line.slice(0, 200)}`)
  const values: Record<string, string> = {}
  let rest = line.slice(head.length)
  for (let found = value.exec(rest); found; found = value.exec(rest)) {
    values[found[1] ?? ''] = unescaped(found[2] ?? '')
    rest = rest.slice(found[0].length)
  }
  if (rest !== ']') throw new Error(`not the end of a service message: ${rest.slice(0, 200)}`)
  if (Object.values(values).some((each) => each.length > 4000)) throw new Error('a value is too long')
  return { name, values }
}

function unescaped(text: string): string {
  return text.replace(/\|(?:0x([0-9a-f]{4})|(.))/g, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

export const teamcity: Reader = (text) => {
  if (!/^[\n -~]*$/.test(text)) throw new Error('not plain ASCII')
  const messages = text.trimEnd().split('\n').map(parse)
  const named = (name: string) => messages.filter((message) => message.name === name)
  const types = new Set(named('inspectionType').map(({ values }) => values.id))
  for (const { values } of named('inspection')) {
    if (!types.has(values.typeId)) throw new Error(`no inspection type ${values.typeId}`)
  }
  const known = ['inspectionType', 'inspection', 'buildStatisticValue', 'buildProblem', 'buildStatus']
  if (messages.some(({ name }) => !known.includes(name))) throw new Error('another message')
  return {
    issues: named('inspection').map(({ values }) => `${values.SEVERITY} ${values.message}`),
    faults: named('buildProblem').map(({ values }) => values.description ?? ''),
    shape: messages.map(({ name, values }) => `${name} ${Object.keys(values).join(' ')}`),
  }
}
