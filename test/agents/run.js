/**
 * Makes red repositories green by the tools of `gov mcp` alone, as far as they go: `npm run task -- agents FOLDER`. Each
 * folder in FOLDER is a repository, which is copied; without a config, all its definitions are checked by its own Spectral
 * ruleset, and warnings fail. Exits 1 where a repository needs more calls or larger answers than the limits allow, or where it
 * is not said of each error and warning that is left where it is.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createScratch, projectRoot } from '../bench/folders.js'
import { table } from '../bench/table.js'

const mostCalls = 10
const mostBytes = 12 * 1024

async function startAgent(cwd) {
  const args = [join(projectRoot, 'bin/gov.js'), 'mcp', '--allow-write']
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'ignore' }))
  const sizes = []
  const call = async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given }, undefined, { timeout: 300_000 })
    sizes.push(Buffer.byteLength(JSON.stringify(result)))
    if (result.isError) throw new Error(result.content[0].text)
    return result.structuredContent
  }
  return { call, sizes, close: () => client.close() }
}

/** What a person would do with the tools: safe fixes, then the others, and a list of the rest. */
async function makeGreen({ call }) {
  const first = await call('check', { page_size: 1 })
  let last = first
  const fixed = { safe: 0, unsafe: 0 }
  for (const kind of ['safe', 'unsafe']) {
    if (last.verdict === 'passed' || !last.by_rule.some((group) => group[kind] > 0)) continue
    last = await call('apply_fix', { unsafe: kind === 'unsafe' })
    fixed[kind] = last.fixed_issues
  }
  return { first, last, fixed }
}

function prepare(source, folder) {
  cpSync(source, folder, { recursive: true, filter: (name) => !/[/\\](?:node_modules|\.git)$/.test(name) })
  execFileSync('git', ['init', '-q'], { cwd: folder })
  if (existsSync(join(folder, '.governance.yml'))) return
  const ruleset = ['.spectral.yaml', '.spectral.yml', '.spectral.json'].find((name) =>
    existsSync(join(folder, name)),
  )
  writeFileSync(
    join(folder, '.governance.yml'),
    `version: 1\ndefinitions: ["**/*.{yaml,yml,json}"]\nruleset_files: ["${ruleset ?? 'spectral:oas'}"]\npolicy: { fail_on: warn }\n`,
  )
}

function readCommit(source) {
  if (existsSync(join(source, '.commit'))) return readFileSync(join(source, '.commit'), 'utf8').slice(0, 10)
  const head = () =>
    execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: source, encoding: 'utf8' })
  return existsSync(join(source, '.git')) ? head().trim() : '-'
}

function describeRest({ verdict, by_rule: groups }) {
  if (verdict === 'passed') return 'green'
  return groups.map(({ rule_id: rule, issues }) => `${rule} ${issues}`).join(', ')
}

const [source = '.'] = process.argv.slice(2)
const scratch = createScratch()
const rows = []
const rest = []
for (const entry of readdirSync(source, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue
  const name = entry.name
  const folder = join(scratch, name)
  prepare(join(source, name), folder)
  const agent = await startAgent(folder)
  const { first, last, fixed } = await makeGreen(agent).finally(agent.close)
  const before = first.counts.error + first.counts.warn + first.counts.info + first.counts.hint
  const largest = Math.max(...agent.sizes)
  const isWithin = agent.sizes.length <= mostCalls && largest <= mostBytes
  const isPlaced = last.by_rule.every(
    ({ severity, by_hand: places = [] }) => !/error|warn/.test(severity) || !places.join().includes('…'),
  )
  if (!isWithin || !isPlaced) process.exitCode = 1
  rows.push([
    name,
    readCommit(join(source, name)),
    ...[before, fixed.safe, fixed.unsafe].map(String),
    describeRest(last),
    String(agent.sizes.length),
    `${(largest / 1024).toFixed(1)} KB${isWithin ? '' : ' TOO MUCH'}`,
  ])
  if (last.verdict !== 'passed')
    for (const { rule_id: rule, by_hand: places = [] } of last.by_rule)
      rest.push(`${name}: ${rule}: ${places.join(' ')}`)
}
const head = ['repository', 'commit', 'issues', 'safe', 'unsafe', 'left', 'calls', 'largest answer']
process.stdout.write(`${table(head, rows)}\n${rest.join('\n')}\n`)
