/** Tables that are written by hand have a row for each row of the program's own, and name nothing that it does not have. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { builtinNames } from '../../src/check/rulesets/known-rulesets.ts'
import { borrowedWords } from '../../src/cli/borrowed-words.ts'
import { exitCodes } from '../../src/core/model/errors.ts'
import { requestCaps } from '../../src/gate/requests/plan.ts'
import { projectRoot } from '../e2e/run-gov.ts'
import { listCommands, listFlags } from './made/command-line.ts'
import { pages } from './pages.ts'

const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''

/** The rows of all tables of a page, as cells; `\|` is a bar in one. */
function listRows(path: string): readonly (readonly string[])[] {
  return textOf(path)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** Numbers or code in the first cells of a page's tables. */
function listFirstWords(path: string): readonly string[] {
  return listRows(path).flatMap(([first = '']) => first.match(/[^`,\s]+/g) ?? [])
}

it.each(['README.md', 'docs/exit-codes.md'])('%s has every exit code', (path) => {
  const missing = Object.values(exitCodes).filter((code) => !listFirstWords(path).includes(String(code)))
  expect(missing).toEqual([])
})

it('the page of rulesets has every built-in ruleset', () => {
  expect(builtinNames.filter((name) => !listFirstWords('docs/rulesets.md').includes(name))).toEqual([])
})

it.each<[path: string, what: string, names: readonly string[]]>([
  [
    'docs/fleets.md',
    'limit of a request',
    [`${requestCaps.api_ids} APIs`, `${requestCaps.categories} categories`],
  ],
])('%s has every %s', (path, _what, names) => {
  expect(names.length).toBeGreaterThan(1)
  const isThere = (name: string) => new RegExp(`[\`\\s(]${name}[\`\\s,]`).test(textOf(path))
  expect(names.filter((name) => !isThere(name))).toEqual([])
})

it('no word of another tool is one of ours, and its hint names only commands and flags that are', async () => {
  const all = await listCommands()
  const named = new Map(all.map(({ name, command }) => [name, command]))
  const flagsOf = (name: string) => {
    const command = named.get(name)
    return command ? listFlags(command).flatMap(({ long, short }) => [long ?? '', short ?? '']) : []
  }
  const ours = all.flatMap(({ name }) => flagsOf(name))
  for (const { at, words, hint } of borrowedWords) {
    for (const word of words) {
      expect(word.includes(' ') || flagsOf(at).includes(word), word).toBe(word.includes(' '))
      expect(named.has(`${at} ${word}`), word).toBe(false)
    }
    const flags = hint.match(/(?<!\w)--[a-z][\w-]*/g) ?? []
    expect(flags.filter((flag) => !ours.includes(flag))).toEqual([])
    const commands = hint.match(/\bgov [a-z]+(?: [a-z]+)?/g) ?? []
    const isThere = (text: string) => [...named.keys()].some((name) => `${text} `.startsWith(`${name} `))
    expect(commands.filter((text) => !isThere(text) && !/^gov (?:has|does)\b/.test(text))).toEqual([])
  }
})

it('every message of the page of troubleshooting is one of the program', () => {
  const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  const source = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(projectRoot, 'src', file), 'utf8').replaceAll(/\$\{[^}]*\}/g, '...'))
    .join('\n')
  const [known = ''] = textOf('docs/troubleshooting.md').split('## It surprises me')
  const messages = [...known.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)]
    .map(([, message = '']) => message)
    .filter((message) => message !== 'message' && message !== '---')
  expect(messages.length).toBeGreaterThan(25)
  expect(messages.filter((message) => !source.includes(message))).toEqual([])
})

it('the index names every page of docs', () => {
  const guides = readdirSync(join(projectRoot, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  )
  const index = textOf('docs/README.md')
  expect(guides.filter((name) => !index.includes(`](${name})`) && !index.includes(`](${name}#`))).toEqual([])
  expect(index).toContain('](decisions/README.md)')
})

it('the README fits on a page or two, and names the index once', () => {
  const { length } = textOf('README.md').trimEnd().split('\n')
  expect(length).toBeLessThanOrEqual(140)
  expect(textOf('README.md').split('](docs/README.md)')).toHaveLength(2)
})

/** The first release removes `private` from package.json; with it, the README says what npm and ghcr.io have. */
it('one place says what comes with the first release, as long as there is none', () => {
  const own = /After the first release: /
  expect(pages.filter(({ text }) => own.test(text)).map(({ path }) => path)).toEqual(
    'private' in packageJson ? ['README.md'] : [],
  )
  const others = pages.filter(
    ({ path, text }) => /^docs\/[^/]+$/.test(path) && /ghcr\.io|first release/.test(text),
  )
  expect(others.filter(({ text }) => !text.includes('](../README.md#install)'))).toEqual([])
})
