import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { benchRoot, projectRoot } from './folders.js'
import { countGov, countRedocly, countSpectral, countVacuum } from './issue-counts.js'

const installed = (path) => join(benchRoot, 'node_modules', path)

/**
 * A build of gov on a Node. What it prints with --quiet is the verdict only, so its issues are counted in a run that is
 * not measured.
 */
function govOf({ id, name, node = process.execPath }) {
  const program = [node, join(projectRoot, 'bin/gov.js'), 'check']
  const command = (file, ruleset) => [...program, '--definition', file, '--ruleset-file', ruleset]
  return {
    id,
    name,
    command: (...names) => [...command(...names), '--quiet'],
    countingCommand: (...names) => [...command(...names), '--format', 'json'],
    count: countGov,
  }
}

export const gov = govOf({ id: 'gov', name: 'gov' })

/** gov on each Node. */
export function buildsOf(nodes) {
  return nodes.map(({ program: node, version }, index) =>
    index === 0 ? gov : govOf({ id: `gov ${version}`, name: `gov, Node ${version}`, node }),
  )
}

const spectral = {
  id: 'spectral',
  name: 'Spectral',
  command: (file, ruleset) => [
    process.execPath,
    installed('@stoplight/spectral-cli/dist/index.js'),
    'lint',
    ...['--quiet', '--format', 'json', '--ruleset', ruleset, file],
  ],
  count: countSpectral,
}

/** With its own recommended rules: it reads no Spectral ruleset. */
const redocly = {
  id: 'redocly',
  name: 'Redocly',
  command: (file) => [
    process.execPath,
    installed('@redocly/cli/bin/cli.js'),
    'lint',
    ...['--format', 'json', file],
  ],
  count: countRedocly,
}

const vacuum = {
  id: 'vacuum',
  name: 'vacuum',
  command: (file, ruleset) => ['vacuum', 'lint', '--no-banner', '--ruleset', ruleset, file],
  count: countVacuum,
}

/** The tools that gov is compared with; vacuum only where it is on the PATH. */
export function findTools() {
  const hasVacuum = !spawnSync('vacuum', ['version']).error
  return hasVacuum
    ? { tools: [spectral, redocly, vacuum], notes: [] }
    : { tools: [spectral, redocly], notes: ['vacuum: skipped, not on the PATH'] }
}
