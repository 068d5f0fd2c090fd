import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { createProgram } from '../../src/cli/run-command-line.ts'
import { runProgram } from '../../src/main.ts'
import { topicNames, topics } from '../../src/terminal/help/help-topics.ts'
import { testProcess } from './test-process.ts'

const { context } = testProcess()
const names = commands.map(({ name }) => name)

async function wholeProgram(): Promise<Command> {
  return createProgram(names, context, { help: '', fault: '' }, () => {})
}

interface Page {
  /** `check`, `api get`; empty: the program itself. */
  readonly name: string
  readonly command: Command
}

function pagesOf(command: Command, name: string): Page[] {
  const inner = command.commands.flatMap((each) => pagesOf(each, `${name} ${each.name()}`.trim()))
  return [{ name, command }, ...inner]
}

const pages = pagesOf(await wholeProgram(), '')
const leaves = pages.filter(({ command }) => command.commands.length === 0)

async function helpOf(name: string): Promise<string> {
  const process = testProcess()
  const words = name === '' ? [] : name.split(' ')
  expect(await runProgram([...words, '--help'], process.context)).toBe(0)
  return process.stdout()
}

/** The lines of a page's examples that a shell would run, joined where they go on. */
function examplesIn(help: string): string[] {
  const [, block = ''] = /\nExamples:\n([\s\S]*?)(?:\n\n(?! {2}\S)|$)/.exec(help) ?? []
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map((line) => line.trim())
}

/** The words of each `gov ...` in a shell line, without quotes, redirections and pipes. */
function callsIn(line: string): string[][] {
  const words = [...line.matchAll(/'[^']*'|"[^"]*"|<\(|[|;)]|>>?|<|[^\s'"|;)(]+/g)].map(([word]) => word)
  const calls: string[][] = []
  let call: string[] | undefined
  for (const word of words) {
    if (word === 'gov') {
      call = []
      calls.push(call)
    } else if (/^(?:[|;)<]|>>?|&&)$/.test(word)) call = undefined
    else call?.push(word.replace(/^(['"])(.*)\1$/s, '$2'))
  }
  return calls
}

describe('the help of', () => {
  it.each(pages.map(({ name }) => name))('gov %s fits 80 columns, and says what it is', async (name) => {
    const help = await helpOf(name)
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(help).toContain(`Usage: gov${name === '' ? '' : ` ${name}`}`)
  })

  it.each([60, 80, 120, 200])(
    'every page and topic fills lines of %i columns, and breaks none itself',
    async (width) => {
      const words = [...pages.map(({ name }) => [...name.split(' ').filter(Boolean), '--help'])]
      for (const argv of [...words, ...topicNames.map((topic) => ['help', topic])]) {
        const process = testProcess({ env: { COLUMNS: String(width) } })
        expect(await runProgram(argv, process.context)).toBe(0)
        const lines = process.stdout().split('\n')
        expect(lines.filter((line) => line.length > width)).toEqual([])
        expect(lines.filter((line, at) => isBrokenEarly(line, lines[at + 1] ?? '', width))).toEqual([])
      }
    },
  )

  it.each(leaves.map(({ name }) => name))('gov %s has examples that it takes', async (name) => {
    const examples = examplesIn(await helpOf(name))
    expect(examples.length).toBeGreaterThan(0)
    const short = `${name.replace('dashboard ', '')} `
    expect(examples.flatMap(callsIn).some((call) => `${call.join(' ')} `.startsWith(short))).toBe(true)
    for (const call of examples.flatMap(callsIn)) {
      const program = await createProgram(names, context, { help: '', fault: '' }, () => {})
      for (const { command } of pagesOf(program, '')) {
        command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
        if (command.commands.length === 0) command.action(async () => 0)
      }
      await program.parseAsync(call, { from: 'user' })
    }
  })

  it.each(leaves.map(({ name, command }) => [name, command] as const))(
    'gov %s says of each flag and argument what it is',
    (_name, command) => {
      expect(command.options.filter(({ description, hidden }) => !hidden && description === '')).toEqual([])
      expect(command.registeredArguments.filter(({ description }) => description === '')).toEqual([])
      expect(command.summary()).not.toBe('')
    },
  )

  it.each([
    ['--timeout', '(default: 30s)'],
    ['--deadline', '(default: 5m)'],
    ['--retries', '(default: 7)'],
    ['--concurrency', '(default: 4)'],
    ['--fail-on', '(default: error)'],
    ['--on-truncation', '(default: fail)'],
    ['--product', 'default: gw)'],
    ['--url', 'env: GOV_URL'],
    ['--gateway-url', '(env: GOV_GATEWAY_URL'],
    ['--ca-file', '(env: GOV_CA_FILE)'],
    ['--cert-file', '(env: GOV_CERT_FILE)'],
    ['--key-file', '(env: GOV_KEY_FILE)'],
  ])('%s says %s wherever it is a flag', (flag, said) => {
    // Those of gov diff are no settings.
    const found = leaves
      .filter(({ name }) => name !== 'diff')
      .flatMap(({ command }) => command.options.filter(({ long }) => long === flag))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ description }) => !description.includes(said))).toEqual([])
  })
})

/** The first word of the next line of the same sentences would have fitted. */
function isBrokenEarly(line: string, next: string, width: number): boolean {
  const isProse = (text: string) => /^[A-Za-z-]/.test(text) && !/^Usage:|:$/.test(text)
  return isProse(line) && isProse(next) && `${line} ${next.split(' ')[0]}`.length <= width
}

it.each([
  [['nosuch', '--help'], 'unknown command'],
  [['chekc', '-h'], 'Did you mean check?'],
  [['api', 'gte', '--help'], 'Did you mean get?'],
  [['api', 'help', 'gte'], 'Did you mean get?'],
])('gov %j is an error, as without the help', async (argv, said) => {
  const process = testProcess()
  expect(await runProgram(argv, process.context)).toBe(2)
  expect(process.stdout()).toBe('')
  expect(process.stderr()).toContain(said)
})

it.each([[['api', 'help']], [['api', 'help', 'get']], [['lint', '--help']]])(
  'gov %j is help',
  async (argv) => {
    const process = testProcess()
    expect(await runProgram(argv, process.context)).toBe(0)
    expect(process.stdout()).toContain('Usage: gov')
  },
)

describe('the topic', () => {
  it.each(topicNames)('%s fits 80 columns', (name) => {
    const text = topics[name](80)
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(text.endsWith('\n')).toBe(true)
  })
})

it('gov help takes the other name of a command', async () => {
  const [one, other] = [testProcess(), testProcess()]
  expect(await runProgram(['help', 'lint'], one.context)).toBe(0)
  expect(await runProgram(['help', 'check'], other.context)).toBe(0)
  expect(one.stdout()).toBe(other.stdout())
  expect(one.stdout()).toContain('Usage: gov check|lint')
})

it('gov help config says what a key is for, not what to write', async () => {
  const process = testProcess()
  expect(await runProgram(['help', 'config'], process.context)).toBe(0)
  expect(process.stdout()).toMatch(/definitions\[\]\.api_name +Name of the API/)
  expect(process.stdout()).not.toMatch(/Write each id once|delete the key|Fail_on/)
})
