import type { Command } from 'commander'
import { worstExitCode } from '../../core/model/errors.ts'
import { columnGap } from '../../core/text/sections.ts'
import { columns } from '../../reporters/table/columns.ts'
import type { Context } from '../../terminal/context.ts'
import { type AskFlags, addAskFlags, checkRequest } from '../../terminal/flags/ask-flags.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { jsonView, linesView } from '../../terminal/views.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

export interface DoctorFlags extends AskFlags {
  readonly format: 'text' | 'json'
}

const help = `
Examples:
  gov doctor
  gov doctor --url https://dashboard.example.com
  gov doctor --format json

Looks at what gov check needs, from here to the dashboard: Node, Git hooks that
run it, the config and who sets what, proxy, name, connection, certificate, clock, token, what the
token may do, and the first API or definition evaluated twice. Nothing is
changed, and no credential goes to a host whose certificate is not trusted.

Exits 0 when nothing failed, and else as gov check would for the worst. More:
gov help exit-codes.`

export function add(command: Command, context: Context): void {
  command
    .description('Checks the whole setup and prints one line per check, with a fix for each problem.')
    .addOption(createEnum('-f, --format <format>', 'output format', ['text', 'json'], 'text'))
  addAskFlags(command, help).action((flags: DoctorFlags) => runDoctor(flags, context))
}

/** Text comes line by line, as it is found; JSON when all is. */
async function runDoctor(flags: DoctorFlags, context: Context): Promise<number> {
  const { io, version } = context
  const findings: Finding[] = []
  // Several steps read the settings.
  const heard = new Set<string>()
  const note = (text: string) => {
    if (!heard.has(text)) context.observe.note(text)
    heard.add(text)
  }
  const world = { ...context, observe: { ...context.observe, note } }
  for await (const finding of examine(() => checkRequest(flags), world)) {
    findings.push(finding)
    if (flags.format === 'text') await io.stdout.write(findingText(finding, io.width))
  }
  const exit_code = worstExitCode(findings.map((finding) => finding.exit_code))
  if (flags.format === 'json')
    await io.stdout.write(jsonView({ version: 1, gov: version, exit_code, findings }))
  else await io.stdout.write(renderSummary(findings))
  return exit_code
}

const widths = [4, 11] as const

function findingText({ name, status, message, hint }: Finding, width: number): string {
  const fix = hint === undefined ? [] : [['', '', `fix: ${hint}`]]
  const room = width - widths[0] - widths[1] - 2 * columnGap
  return linesView(columns([[status, name, message], ...fix], { widths: [...widths, Math.max(20, room)] }))
}

function renderSummary(findings: readonly Finding[]): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [fails, warns] = [count('fail'), count('warn')]
  if (fails === 0 && warns === 0) return '\nNo problems found.\n'
  const parts = [
    fails > 0 ? `${fails} failed` : '',
    warns > 0 ? `${warns} ${warns === 1 ? 'warning' : 'warnings'}` : '',
  ]
  return `\n${parts.filter((part) => part !== '').join(', ')}.\n`
}
