import type { Reader } from './reading.ts'

interface LoggingCommand {
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** The agent obeys `##vso[area.action properties]message` anywhere in a line. */
function parse(line: string): LoggingCommand[] {
  const commands = line.match(/##vso\[/gi) ?? []
  if (commands.length === 0) return []
  const [, properties = '', message = ''] = /^##vso\[task\.logissue ([^\]]*)\](.*)$/.exec(line) ?? []
  if (commands.length > 1 || properties === '') throw new Error(`another command: ${line.slice(0, 200)}`)
  const pairs = properties
    .split(';')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), unescaped(pair.slice(at + 1))]
    })
  return [{ properties: Object.fromEntries(pairs), message: unescaped(message) }]
}

function unescaped(text: string): string {
  return text
    .replaceAll('%3B', ';')
    .replaceAll('%5D', ']')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%AZP25', '%')
}

export const azure: Reader = (text) => {
  const lines = text.trimEnd().split('\n')
  const commands = lines.flatMap(parse)
  const isGate = ({ message }: LoggingCommand) => message.startsWith('gov: ')
  const others = lines.filter((line) => /^(error|warn|info|hint) /.test(line))
  return {
    issues: [
      ...commands
        .filter((command) => !isGate(command))
        .map(({ properties, message }) => `${properties.type} ${message}`),
      ...others,
    ],
    faults: commands
      .filter((command) => isGate(command) && command.properties.code !== 'policy')
      .map(({ message }) => message),
    shape: lines.map((line) =>
      parse(line)
        .map(({ properties }) => Object.keys(properties).join(' '))
        .join(),
    ),
  }
}
