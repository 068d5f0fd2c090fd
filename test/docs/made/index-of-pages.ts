/** The index of `docs/`, by who asks: each page with the question that it begins with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../e2e/run-gov.ts'
import { renderTable } from './tables.ts'

const readers: Readonly<Record<string, readonly string[]>> = {
  'You write APIs': [
    'built-in-rules',
    'fixing',
    'base',
    'breaking-changes',
    'breaking-rules',
    'ignoring',
    'editors',
    'agents',
  ],
  'You set up a repository or a pipeline': [
    'config',
    'settings',
    'environment',
    'monorepo',
    'pipelines',
    'reports',
    'exit-codes',
    'troubleshooting',
    'policy',
    'baseline',
    'waivers',
    'library',
    'command-line',
    'upgrade',
  ],
  'You own the rules': ['rulesets', 'ruleset-reference', 'ruleset-impact', 'rulesets-as-code', 'conformance'],
  'You run a dashboard, or many APIs': ['connection', 'lookups', 'fleets', 'sandbox'],
  'You answer for security': ['data-and-network', 'security', 'policy-file'],
  'You choose a tool': ['compare', 'oasdiff', 'coming-from'],
}

export function renderPages(): string {
  const sections = Object.entries(readers).map(
    ([reader, names]) => `## ${reader}\n\n${renderTable(['page', 'question'], names.map(renderPage))}`,
  )
  return sections.join('\n')
}

function renderPage(name: string): readonly string[] {
  const [, , line = ''] = readFileSync(join(projectRoot, 'docs', `${name}.md`), 'utf8').split('\n')
  if (!line.includes('?')) throw new Error(`docs/${name}.md does not begin with a question`)
  return [`[${name}.md](${name}.md)`, line.slice(0, line.indexOf('?') + 1)]
}
