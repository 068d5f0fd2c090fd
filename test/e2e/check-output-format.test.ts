import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const operation = 'get: {responses: {"200": {description: ok}}}'
const many = Array.from({ length: 120 }, (_, at) => `  /p${at}: {${operation}}\n`).join('')
const files = {
  'openapi.yaml': `openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths:\n${many}`,
  'rules.yaml':
    'rules: {no-paths: {given: "$.paths[*].get", severity: error, then: {field: summary, function: truthy}}}\n',
}
const checked = ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--ci', 'none']

const begin = {
  sarif: /^\{\s*"\$schema": "[^"]*sarif/,
  html: /^<!doctype html>/,
  json: /^\{\s*"version": 1,\s*"outcome"/,
  markdown: /^<!-- gov report -->/,
  junit: /^<\?xml[^>]*>\s*<testsuites/,
  checkstyle: /^<\?xml[^>]*>\s*<checkstyle/,
  gitlab: /^\[\s*\{\s*"description"/,
  table: /^(?:120 issues|RULE|rule|openapi\.yaml)/,
} as const

it.each<[string, keyof typeof begin, readonly string[]]>([
  ['gov.sarif', 'sarif', []],
  ['gov.sarif.json', 'sarif', []],
  ['GOV.SARIF', 'sarif', []],
  ['gov.html', 'html', []],
  ['gov.htm', 'html', []],
  ['gov.json', 'json', []],
  ['./gov.v1.json', 'json', []],
  ['gov.md', 'markdown', []],
  ['gov.markdown', 'markdown', []],
  ['gov.txt', 'table', []],
  ['gov.json', 'gitlab', ['--format', 'gitlab']],
  ['gov.xml', 'checkstyle', ['--format', 'checkstyle']],
  ['gov.xml', 'junit', ['--format', 'junit']],
  ['gov', 'json', ['--format', 'json']],
])('--output %s is %s %j', async (file, format, flags) => {
  const cwd = await tempTree(files)
  const { exitCode, stdout } = await runGov([...checked, '--output', file, ...flags], { cwd })
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(await readFile(join(cwd, file), 'utf8')).toMatch(begin[format])
})

it.each([
  ['gov.txt', []],
  ['table=gov.log', []],
  ['table=gov.txt', ['--group-by', 'rule']],
  ['gov', ['--format', 'table']],
])('the table in a file lists every issue: --output %s %j', async (value, flags) => {
  const cwd = await tempTree(files)
  await runGov([...checked, '--output', value, ...flags], { cwd })
  const text = await readFile(join(cwd, value.replace('table=', '')), 'utf8')
  expect(text.match(/no-paths/g)?.length).toBeGreaterThanOrEqual(value === 'table=gov.txt' ? 1 : 120)
  // The line of the last path.
  expect(text).toMatch(/^error +123:\d+ /m)
  expect(text).not.toContain('listed')
})

it.each<[readonly string[], string]>([
  [['gov.xml'], 'gov.xml may be in the format junit or checkstyle'],
  [['gov'], 'gov has no extension that stands for a format'],
  [['gov.log'], 'gov.log has no extension'],
  [['gov.csv'], 'gov.csv has no extension'],
  [['gov.json.gz'], 'gov.json.gz has no extension'],
  [['openapi.yaml'], 'openapi.yaml has no extension'],
  [['.json/gov'], '.json/gov has no extension'],
  [['json=-', '--format', 'sarif'], '--format sarif and --output json=- both say what stdout gets'],
  [['json=-', '--output', 'sarif=-'], '--output names - more than once'],
  [['gov.json', '--output', 'sarif=gov.json'], '--output names gov.json more than once'],
])('--output %j is refused: %s', async (values, says) => {
  const cwd = await tempTree(files)
  const { exitCode, stderr } = await runGov([...checked, '--output', ...values], { cwd })
  expect(exitCode).toBe(2)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(says)
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(files['openapi.yaml'])
})

it.each<[readonly string[], keyof typeof begin]>([
  [['--output', 'json=-'], 'json'],
  [['--output', '-', '--format', 'json'], 'json'],
  [['--output', 'json=-', '--format', 'json'], 'json'],
  [['--output', 'sarif=-', '--output', 'json=gov.json'], 'sarif'],
  [['--output', 'gov.json', '--output', 'html=-'], 'html'],
  [['--output=markdown=-'], 'markdown'],
  [['--output', '-'], 'table'],
])('%j writes to standard output', async (flags, format) => {
  const cwd = await tempTree(files)
  const { exitCode, stdout } = await runGov([...checked, ...flags], { cwd })
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(begin[format])
  await expect(readFile(join(cwd, '-'))).rejects.toThrow()
})

it.each<[string, readonly string[], keyof typeof begin, Readonly<Record<string, keyof typeof begin>>]>([
  ['[{output: a.sarif}, {output: b.html}]', [], 'table', { 'a.sarif': 'sarif', 'b.html': 'html' }],
  ['[{output: a.json, format: gitlab}]', [], 'table', { 'a.json': 'gitlab' }],
  ['[{output: "-", format: json}]', [], 'json', {}],
  ['[{output: "-"}, {output: a.txt}]', [], 'table', { 'a.txt': 'table' }],
  ['[{output: "-", format: json}]', ['--format', 'sarif'], 'sarif', {}],
  ['[{output: "-", format: json}]', ['--output', 'sarif=-'], 'sarif', {}],
  ['[{output: a.json}]', ['--output', 'json=-'], 'json', { 'a.json': 'json' }],
])('reports: %s of a config, with %j', async (reports, flags, format, written) => {
  const config = `version: 1\ndefinitions: [../openapi.yaml]\nruleset_files: [../rules.yaml]\nreports: ${reports}\n`
  const cwd = await tempTree({ ...files, '.git/': '', 'sub/.governance.yml': config })
  const { stdout, exitCode, stderr } = await runGov(
    ['check', '--ci', 'none', '--config', 'sub/.governance.yml', ...flags],
    { cwd },
  )
  expect([exitCode, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(begin[format])
  for (const [file, kind] of Object.entries(written))
    expect(await readFile(join(cwd, 'sub', file), 'utf8')).toMatch(begin[kind])
})

it.each([
  ['{output: a.xml}', 'has no format, and a.xml may be in the format junit or checkstyle'],
  ['{output: a}', 'has no format, and a has no extension that stands for a format'],
  ['{output: a.pdf}', 'has no format, and a.pdf has no extension'],
])('reports: [%s] of a config is refused', async (report, says) => {
  const config = `version: 1\ndefinitions: [openapi.yaml]\nruleset_files: [rules.yaml]\nreports: [${report}]\n`
  const cwd = await tempTree({ ...files, '.governance.yml': config })
  const { exitCode, stderr } = await runGov(['check'], { cwd })
  expect(exitCode).toBe(2)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(says)
})

it('a failed run leaves its error where - and extensions lead', async () => {
  const cwd = await tempTree(files)
  const flags = ['--output', 'json=-', '--output', 'sarif=a.sarif', '--fail-on', 'bogus']
  const { exitCode, stdout } = await runGov([...checked, ...flags], { cwd })
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout).outcome.kind).toBe('undecided')
  expect(await readFile(join(cwd, 'a.sarif'), 'utf8')).toMatch(begin.sarif)
})

it.each<[string, readonly string[], RegExp]>([
  ['o.json', ['bundle', 'openapi.yaml'], /^\{/],
  ['o.yml', ['bundle', 'openapi.yaml'], /^openapi:/],
  ['o', ['bundle', 'openapi.yaml', '--format', 'json'], /^\{/],
  ['r.tap', ['ruleset', 'test', 'rules.yaml', '--definition', 'openapi.yaml'], /^TAP/],
  ['r.xml', ['ruleset', 'test', 'rules.yaml', '--definition', 'openapi.yaml'], /^<\?xml/],
  ['f.csv', ['report', 'fleet', 'run.json'], /^api/],
  ['f.json', ['report', 'fleet', 'run.json'], /^\{/],
  ['f.html', ['report', 'fleet', 'run.json'], /^<!doctype/],
  ['r.sarif', ['report', 'render', 'run.json'], begin.sarif],
  ['m.md', ['report', 'merge', 'run.json', '--format', 'markdown'], begin.markdown],
  ['i.md', ['ruleset', 'impact', 'rules.yaml', 'new.yaml'], /^#|^<!--/],
  ['i.html', ['ruleset', 'impact', 'rules.yaml', 'new.yaml'], /^<!doctype/],
])('--output %s of gov %j', async (file, command, expected) => {
  const config = 'version: 1\ndefinitions: [openapi.yaml]\nruleset_files: [rules.yaml]\n'
  const cwd = await tempTree({
    ...files,
    'new.yaml': files['rules.yaml'].replace('summary', 'description'),
    '.governance.yml': config,
  })
  await runGov([...checked, '--output', 'json=run.json'], { cwd })
  const { stdout, stderr } = await runGov([...command, '--output', file], { cwd })
  expect(stdout).toBe('')
  expect(await readFile(join(cwd, file), 'utf8').catch(() => stderr)).toMatch(expected)
  const printed = await runGov([...command, '--output', '-'], { cwd })
  expect(printed.stdout).not.toBe('')
  await expect(readFile(join(cwd, '-'))).rejects.toThrow()
  if (command.includes('--format')) return
  const bad = await runGov([...command, '--output', 'a.pdf'], { cwd })
  expect([bad.exitCode, bad.stderr]).toEqual([2, expect.stringContaining('a.pdf has no extension')])
})
