import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { benchRoot, projectRoot } from './folders.js'
import { countGov, countRedocly, countSpectral, countVacuum } from './issue-counts.js'

const installed = (path) => join(benchRoot, 'node_modules', path)
export const vacuumProgram = join(benchRoot, '.bin/vacuum')

const check = (file, ruleset) => [
  process.execPath,
  join(projectRoot, 'bin/gov.js'),
  'check',
  ...['--definition', file, '--ruleset-file', ruleset],
]

/** What it prints with --quiet is the verdict only, so its issues are counted in a run that is not measured. */
export const gov = {
  id: 'gov',
  name: 'gov',
  command: (...names) => [...check(...names), '--quiet'],
  countingCommand: (...names) => [...check(...names), '--format', 'json'],
  count: countGov,
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
  command: (file, ruleset) => [vacuumProgram, 'lint', '--no-banner', '--ruleset', ruleset, file],
  count: countVacuum,
}

/** The tools in the order of the tables; vacuum only when it is installed. gov first: the others are held to it. */
export function findTools() {
  return existsSync(vacuumProgram) ? [gov, spectral, redocly, vacuum] : [gov, spectral, redocly]
}
