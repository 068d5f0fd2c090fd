import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from '../reporters/readers/json.ts'
import { junit } from '../reporters/readers/junit.ts'
import { sarif } from '../reporters/readers/sarif.ts'
import { makeAuthority, selfSigned } from './certificates.ts'
import { type Fault, type Stage, stages } from './fault.ts'
import { faultyDashboard, type Identities, usesTls } from './faulty-dashboard.ts'
import type { Program } from './run-program.ts'

/** What came of one fault at one stage; `wrongs` is empty when all is as the row says. */
export interface Meeting {
  readonly fault: string
  readonly stage: Stage
  readonly exit: number | null
  readonly said: string
  readonly ms: number
  readonly wrongs: readonly Wrong[]
}

export type Wrong = 'false green' | 'hang' | 'leak' | 'wrong code' | 'wrong words' | 'no document' | 'not met'

const readers = { json, sarif, junit }
const formats = { first: 'json', middle: 'sarif', last: 'junit' } as const
const talk = { first: [], middle: ['--debug'], last: ['--verbose'] } as const
const longestMs = 40_000

const authority = makeAuthority('Authority of the tests')
const here = 'dashboard.test'
const unknown = makeAuthority('Authority of nobody')
const identities: Identities = {
  good: authority.issue({ name: here }),
  bad: {
    expired: authority.issue({ name: here, days: [-30, -1] }),
    'not yet valid': authority.issue({ name: here, days: [5, 30] }),
    'self-signed': selfSigned({ name: here }),
    'wrong host': authority.issue({ name: 'other.test' }),
    'unknown authority': unknown.issue({ name: here }),
    'wants a certificate': {
      ...authority.issue({ name: here }),
      ca: unknown.cert,
      requestCert: true,
      rejectUnauthorized: true,
    },
  },
}

/** Runs `gov check` over thirty APIs, three requests, one of which (and those after it) meets the fault. */
export async function meetFault(fault: Fault, stage: Stage, program: Program): Promise<Meeting> {
  const token = randomBytes(20).toString('hex').replace(/.{8}$/, '-a.b_c~d')
  const folder = mkdtempSync(join(tmpdir(), 'gov-fault-'))
  const elsewhere = await eavesdropper()
  const dashboard = await faultyDashboard({ fault, stage, identities, elsewhere: elsewhere.url, token })
  writeFileSync(join(folder, 'ca.pem'), authority.cert)
  try {
    const started = performance.now()
    const [argv, env] = commandLine(fault, stage, dashboard.port, token)
    const ended = await program(argv, { cwd: folder, env, longestMs })
    const ms = Math.round(performance.now() - started)
    const wrongs = await wrongsOf({ ...ended, fault, stage, token, folder, heard: elsewhere.heard() })
    const met = dashboard.answered() === stages.indexOf(stage) || fault.exit === 0 || dashboard.answered() < 3
    return {
      fault: fault.name,
      stage,
      exit: ended.exitCode,
      said: messageIn(ended.stderr),
      ms,
      wrongs: met ? wrongs : [...wrongs, 'not met'],
    }
  } finally {
    dashboard.close()
    elsewhere.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function commandLine(
  fault: Fault,
  stage: Stage,
  port: number,
  token: string,
): [argv: readonly string[], env: Readonly<Record<string, string>>] {
  const { cause, flags = [] } = fault
  const ids = Array.from({ length: 30 }, (_, index) => `api-${String(index + 1).padStart(2, '0')}`)
  const isProxied = 'proxy' in cause
  const origin = usesTls(fault) ? `https://${here}:${port}` : `http://127.0.0.1:${port}`
  const lookup = 'lookup' in cause ? `${cause.lookup}:${stages.indexOf(stage) + 1}` : ''
  return [
    [
      'check',
      ...['--url', origin, '--ruleset-id', 'rs-docs', ...ids.flatMap((id) => ['--api-id', id])],
      ...[
        '--concurrency',
        '1',
        '--retries',
        '1',
        '--timeout',
        '8s',
        '--deadline',
        '15s',
        '--fail-on',
        'error',
      ],
      ...[
        '--format',
        formats[stage],
        '--output',
        'json=report.json',
        '--output',
        'html=report.html',
        ...talk[stage],
      ],
      ...(usesTls(fault) ? ['--ca-file', 'ca.pem'] : []),
    ].flatMap((word, index, all) => replaced(word, all[index - 1], flags)),
    {
      GOV_TOKEN: token,
      FAULTY_LOOKUP: lookup,
      ...(isProxied && { HTTPS_PROXY: `http://127.0.0.1:${port}` }),
    },
  ]
}

/** A flag of the row takes the place of the same flag of all rows. */
function replaced(word: string, flag: string | undefined, flags: readonly string[]): string[] {
  const at = flag === undefined ? -1 : flags.indexOf(flag)
  const value = flag?.startsWith('--') && at !== -1 ? flags[at + 1] : undefined
  return [value ?? word]
}

interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly killed: boolean
  readonly fault: Fault
  readonly stage: Stage
  readonly token: string
  readonly folder: string
  readonly heard: string
}

async function wrongsOf(ended: Ended): Promise<Wrong[]> {
  const { exitCode, stdout, stderr, killed, fault, stage, token, folder, heard } = ended
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const told = talk[stage].length === 0 ? messageIn(stderr) : stderr
  const words =
    fault.words.source === '^$' ? !stderr.includes('error: ') : fault.words.test(told + reasonsIn(files))
  const checks: readonly (readonly [Wrong, boolean])[] = [
    ['hang', killed],
    ['false green', exitCode === 0 && fault.exit !== 0],
    ['wrong code', exitCode !== fault.exit],
    ['wrong words', !words],
    ['leak', [stdout, stderr, heard, ...files].some((text) => holds(text, token))],
    ['no document', !(await isDocument(stdout, formats[stage]))],
    ['no document', !(await isDocument(files.find((text) => text.startsWith('{')) ?? '', 'json'))],
  ]
  return checks.flatMap(([wrong, isSo]) => (isSo ? [wrong] : []))
}

/** What a verdict is for, as the JSON report has it. */
function reasonsIn(files: readonly string[]): string {
  const report = files.find((text) => text.startsWith('{')) ?? ''
  return report.slice(0, report.indexOf('"rulesets"'))
}

/** The token as it is, in an address, in JSON, in base64, whatever the case. */
function holds(text: string, token: string): boolean {
  const forms = [
    token,
    encodeURIComponent(token),
    btoa(token),
    token.replaceAll('/', '\\/'),
    token.slice(0, 24),
  ]
  return forms.some((form) => text.toLowerCase().includes(form.toLowerCase()))
}

async function isDocument(text: string, format: 'json' | 'sarif' | 'junit'): Promise<boolean> {
  try {
    await readers[format](text)
    return true
  } catch {
    return false
  }
}

/** The error or, where there is none, what else was said. */
function messageIn(stderr: string): string {
  const lines = stderr.split('\n')
  return (lines.find((line) => line.startsWith('error: ')) ?? lines.find((line) => line !== '') ?? '').trim()
}

/** Another origin, which answers nothing and keeps what reaches it. */
async function eavesdropper(): Promise<{ url: string; heard: () => string; close: () => void }> {
  let heard = ''
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        heard += `heard: ${bytes}`
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, heard: () => heard, close: () => server.close() }
}
