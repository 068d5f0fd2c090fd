import type { Reader } from './reading.ts'

export interface WorkflowCommand {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

/** Reads a line the way the runner does: blanks before `::` do not matter, and `##[` is the older form, anywhere in the line. */
export function commandsIn(text: string): WorkflowCommand[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    if (/##\[/.test(line)) throw new Error(`an old command: ${line.slice(0, 200)}`)
    const [, name, properties = '', message = ''] =
      /^::([A-Za-z-]+)(?: ([\s\S]*?))?::([\s\S]*)$/.exec(line.trimStart()) ?? []
    return name === undefined
      ? []
      : [{ name, properties: propertiesOf(properties), message: unescaped(message) }]
  })
}

function propertiesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=')
        return [
          pair.slice(0, at),
          unescaped(pair.slice(at + 1))
            .replaceAll('%3A', ':')
            .replaceAll('%2C', ','),
        ]
      }),
  )
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

export const github: Reader = (text) => {
  const commands = commandsIn(text)
  for (const { name } of commands) {
    if (!['error', 'warning', 'notice'].includes(name)) throw new Error(`a command ${name}`)
    if (commands.filter((command) => command.name === name).length > 10)
      throw new Error(`too many of ${name}`)
  }
  const isFault = ({ properties }: WorkflowCommand) => /^gov: [a-z-]+$/.test(properties.title ?? '')
  const isIssue = ({ properties }: WorkflowCommand) => !properties.title?.startsWith('gov: ')
  return {
    issues: commands.filter(isIssue).map(({ name, message }) => `${name} ${message}`),
    faults: commands.filter(isFault).map(({ message }) => message),
    shape: commands.map(({ name, properties }) => `${name} ${Object.keys(properties).join(' ')}`),
  }
}
