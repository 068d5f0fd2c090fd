import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireRuleset } from '../../../src/check/rulesets/find-ruleset.ts'
import { createSources } from '../../../src/check/sources/sources.ts'

function folderOf(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'gov-find-'))
  mkdirSync(join(folder, 'sub'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return createSources(folder)
}

describe('a config of vacuum', () => {
  it.each([
    ['ruleset: own.yaml', { file: 'own.yaml' }],
    ['ruleset: own.yaml\nfail-severity: none', { file: 'own.yaml', failOn: 'never' }],
    [
      'ruleset: own.yaml\nlint: { ruleset: strict.yaml, fail-severity: hint }',
      { file: 'strict.yaml', failOn: 'hint' },
    ],
    ['ruleset: vacuum:owasp', { file: 'vacuum:owasp' }],
    ['time: true', { file: 'vacuum:oas', notes: ['time'] }],
    [
      'min-score: 90\nlint: { errors: true, fail-severity: info }',
      { file: 'vacuum:oas', failOn: 'info', notes: ['min-score', 'lint.errors'] },
    ],
    ['hard-mode: true', { file: 'vacuum:all' }],
    ['lint: [1]\nfail-severity: loud', { file: 'vacuum:oas', notes: ['lint'] }],
  ])('%s', async (text, found) => {
    const sources = folderOf({ 'vacuum.conf.yaml': text })
    expect(await requireRuleset('.', sources)).toEqual({ notes: [], failOn: undefined, ...found })
  })

  it.each([
    ['{', 'is not a mapping'],
    ['- ruleset', 'is not a mapping'],
    ['ruleset: 5', 'has no path as "ruleset"'],
    ['ruleset: https://rules.example.com/r.yaml', 'names a ruleset by URL: https://rules.example.com/r.yaml'],
  ])('%s is refused', async (text, reason) => {
    const sources = folderOf({ 'vacuum.conf.yaml': text })
    await expect(requireRuleset('.', sources)).rejects.toThrow(`vacuum.conf.yaml ${reason}`)
  })
})

it.each([
  [{ '.spectral.yml': '', '.spectral.yaml': '', 'vacuum.conf.yaml': '' }, '.', '.spectral.yaml'],
  [{ '.spectral.cjs': '', 'redocly.yaml': '' }, '.', '.spectral.cjs'],
  [{ 'sub/.spectral.json': '{}' }, 'sub', 'sub/.spectral.json'],
  [{ 'rules.mjs': '' }, 'rules.mjs', 'rules.mjs'],
  [{ 'rules.yaml': 'extends: spectral:oas\nlimits: {}' }, 'rules.yaml', 'rules.yaml'],
])('of %o in %s takes %s', async (files, path, file) => {
  expect((await requireRuleset(path, folderOf(files))).file).toBe(file)
})

it('names what it does not take', async () => {
  const sources = folderOf({ '.spectral.yaml': '', 'vacuum.conf.yaml': '' })
  expect((await requireRuleset('.', sources)).notes).toEqual([
    'vacuum.conf.yaml: gov ruleset import vacuum.conf.yaml says what is in it',
  ])
})

it.each([
  [{ '.redocly.yaml': 'apis: {}' }, '.', 'is a Redocly config'],
  [{ 'redocly.yml': 'apis: {}' }, 'redocly.yml', 'is a Redocly config'],
  [{ 'openapi.yaml': 'openapi: 3.1.0' }, 'openapi.yaml', 'is an API definition, not a ruleset'],
  [{ 'ibm.json': '{ "errorsOnly": true }' }, 'ibm.json', "of IBM's OpenAPI validator"],
  [{}, 'sub', 'no ruleset of another tool in sub'],
])('of %o in %s takes nothing: it %s', async (files, path, reason) => {
  await expect(requireRuleset(path, folderOf(files))).rejects.toThrow(reason)
})
