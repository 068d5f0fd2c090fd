import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { createConnection } from 'vscode-languageserver/node'
import type { CheckRequest } from '../../src/check/types.ts'
import { createProgram } from '../../src/cli/run-command-line.ts'
import type { LspFlags } from '../../src/features/lsp/live-reader.ts'
import { createSession } from '../../src/features/lsp/session.ts'
import { createPages } from '../../src/features/mcp/answer.ts'
import { callTool, type McpFlags } from '../../src/features/mcp/call-tool.ts'
import type { Tool } from '../../src/features/mcp/tool.ts'
import { optionNames } from '../../src/library/read-options.ts'
import { groupKeys } from '../../src/settings/check-value.ts'
import { settingNames } from '../../src/settings/table.ts'
import { checkRequest } from '../../src/terminal/flags/ask-flags.ts'
import { testProcess } from '../terminal/test-process.ts'
import { serveDashboard } from './dashboard.ts'
import { api, makeRows } from './rows.ts'
import { expectEffect, runCommand, runLibrary } from './runs.ts'

const dashboard = await serveDashboard()
afterAll(dashboard.close)

const rows = Object.entries(makeRows(dashboard)).map(([names, row]) => {
  const [flag, option] = names.startsWith('-') ? names.split(' ') : [undefined, names]
  return { ...row, flag, option, value: row.value ?? true, beside: row.beside ?? api }
})
const flagged = rows.flatMap(({ flag, ...row }) => (flag === undefined ? [] : { ...row, flag }))
const optional = rows.flatMap(({ option, ...row }) => (option === undefined ? [] : { ...row, option }))

/** The options with one more, which may be in a mapping of them. */
function addOption(options: object, [key = '', ...below]: readonly string[], value: unknown): object {
  const inside = below.length > 0 ? addOption(Object(Reflect.get(options, key)), below, value) : value
  return { ...options, [key]: inside }
}

/** What is typed for options. */
function buildArgv(options: object, group = ''): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    const row = flagged.find(({ option }) => option === `${group}${key}`)
    return row ? typeFlag(row.flag, value) : buildArgv(value, `${group}${key}.`)
  })
}

function typeFlag(flag: string, value: unknown): readonly string[] {
  return value === true ? [flag] : [value].flat().flatMap((each) => [flag, String(each)])
}

/** The command that the program makes. */
async function makeCommand(name: string): Promise<Command> {
  const { context } = testProcess()
  const program = await createProgram([name], context, { help: '', fault: '' }, () => {})
  const command = program.commands.find((each) => each.name() === name)
  if (command === undefined) throw new Error(`there is no gov ${name}`)
  return command
}

async function listFlags(name: string): Promise<readonly string[]> {
  return (await makeCommand(name)).options.map(({ long }) => long ?? '').sort()
}

const settings = groupKeys(settingNames)

/** Options that are mappings of options are not among them. */
function listOptions(names: readonly string[], group = ''): readonly string[] {
  return names.flatMap((key) => {
    const inside = settings.get(`${group}${key}`)
    return inside ? listOptions(inside, `${group}${key}.`) : [`${group}${key}`]
  })
}

describe('gov check', () => {
  it('has these flags and no others', async () => {
    const formats = ['--json']
    expect(await listFlags('check')).toEqual([...formats, ...flagged.map(({ flag }) => flag)].sort())
  })

  it.each(flagged)('$flag does what it is for', async ({ flag, beside, facts, ...row }) => {
    const argv = buildArgv(beside)
    const without = await runCommand(argv, facts)
    expectEffect(without, await runCommand([...argv, ...typeFlag(flag, row.typed ?? row.value)], facts), row)
  })
})

describe('check', () => {
  it('has these options and no others', () => {
    expect(listOptions(optionNames).toSorted()).toEqual(optional.map(({ option }) => option).sort())
  })

  it.each(optional)('$option does what it is for', async ({ option, value, beside, facts, ...row }) => {
    const options = addOption(beside, option.split('.'), value)
    expectEffect(await runLibrary(beside, facts), await runLibrary(options, facts), row)
  })
})

/** What is asked for with flags, by the command that has them. */
const requests = {
  check: async (flags) => checkRequest(flags),
  lsp: async (flags) => {
    const connection = createConnection(new PassThrough(), new PassThrough())
    return createSession(flags, testProcess().context, connection, new AbortController().signal).requestFor(
      [],
    )
  },
  mcp: async (flags) => {
    const seen: CheckRequest[] = []
    const call: Tool['call'] = async (_, { requestFor }) => {
      seen.push(requestFor())
      return { facts: [], lines: [] }
    }
    const schema = () => ({ type: 'object' }) as const
    const tool: Tool = { name: 'ask', title: '', description: '', schema, outputSchema: schema, call }
    await callTool(
      tool,
      {},
      { flags, context: testProcess().context, pages: createPages(), listRoots: async () => undefined },
      new AbortController().signal,
    )
    return seen[0]
  },
} satisfies Record<string, (flags: LspFlags & McpFlags) => Promise<CheckRequest | undefined>>

async function readRequest(argv: readonly string[], name: keyof typeof requests) {
  const command = await makeCommand(name)
  command.parseOptions([...argv])
  return requests[name](command.opts())
}

describe.each(['lsp', 'mcp'] as const)('gov %s', async (server) => {
  const known = await listFlags(server)
  const shared = flagged.filter(({ flag }) => known.includes(flag))

  it('has no flags that gov check has not, but its own', () => {
    const others = known.filter((flag) => shared.every((row) => row.flag !== flag))
    expect(others).toEqual([server === 'lsp' ? '--stdio' : '--allow-write'])
  })

  it.each(shared)('asks with $flag what gov check asks', async ({ flag, value, typed: text = value }) => {
    const argv = typeFlag(flag, text)
    const request = await readRequest(argv, server)
    expect(request).toEqual(await readRequest(argv, 'check'))
    expect(request).not.toEqual(checkRequest({}))
  })
})
