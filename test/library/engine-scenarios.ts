import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import type { DefinitionIssue } from '../../src/library/evaluate.ts'

/** Scenarios that check one definition by one ruleset file: their folder, the definition, the ruleset. */
export const engineScenarios = [
  ['definition-checked', 'api.yaml', 'rules.yaml'],
  ['definition-dynamic', 'openapi.yaml', 'rules.yaml'],
  ['definition-loose-yaml', 'api.yaml', 'rules.yaml'],
  ['definition-refers-to-text', 'api.yaml', 'rules.yaml'],
  ['definition-with-dangling-reference', 'api.yaml', 'rules.yaml'],
  ['functions', 'api.yaml', 'rules.yaml'],
  ['overrides-by-file', 'api/legacy.yaml', 'rules.yaml'],
  ['owasp-in-other-files', 'api/openapi.yaml', 'owasp.yaml'],
  ['references-beside', 'api.yaml', 'rules.yaml'],
  ['ruleset-js', 'api.yaml', 'rules.mjs'],
  ['swagger-two', 'api.yaml', 'rules.yaml'],
] as const

const findScenario = (name: string): string =>
  resolve(import.meta.dirname, '../../fixtures/scenarios/check', name)

/** A copy outside of any repository, until the test ends. */
export function copyScenario(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(findScenario(name), folder, { recursive: true })
  return folder
}

/** All files of a scenario, by their names. */
export function readScenarioFiles(name: string): Readonly<Record<string, string>> {
  return readFolder(findScenario(name))
}

/** All files of a folder, by their names. */
export function readFolder(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]))
}

/** What the table and the formats for programs say of an issue. */
export function summarizeIssue(issue: Issue | DefinitionIssue) {
  const { rule_id, severity, message, path, file, line, column, location, how_to_fix } = issue
  return { rule_id, severity, message, path, file, line, column, location, how_to_fix }
}
