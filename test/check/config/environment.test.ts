import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readEnvironment, readToken } from '../../../src/check/config/environment.ts'
import { secret } from '../../../src/settings/secret.ts'
import { tempTree } from '../../temp-tree.ts'

const files = {
  good: 'abc.DEF-123==\n',
  windows: 'abc\r\n',
  empty: '',
  newline: '\n',
  'two-lines': 'abc\ndef\n',
  'folder/': '',
  binary: 'abc\0',
  huge: 'a'.repeat(65 * 1024),
}

const hint = 'Put only the token in GOV_TOKEN or in the file that GOV_TOKEN_FILE names.'

describe('the token', () => {
  it.each<[Record<string, string>, string | undefined, string | undefined]>([
    [{}, undefined, undefined],
    [{ GOV_TOKEN: '' }, undefined, undefined],
    [{ GOV_TOKEN: 'abc' }, 'abc', 'GOV_TOKEN'],
    [{ GOV_TOKEN: 'abc\n' }, 'abc', 'GOV_TOKEN'],
    [{ GOV_TOKEN: '', GOV_TOKEN_FILE: 'good' }, 'abc.DEF-123==', 'GOV_TOKEN_FILE'],
    [{ GOV_TOKEN_FILE: 'windows' }, 'abc', 'GOV_TOKEN_FILE'],
  ])('%j', async (env, token, place) => {
    const layer = await readEnvironment({ env, cwd: await tempTree(files) })
    expect(layer.token?.value.reveal()).toBe(token)
    expect(layer.token?.origin.place).toBe(place)
  })

  it.each<[Record<string, string>, string, string]>([
    [
      { GOV_TOKEN: 'abc', GOV_TOKEN_FILE: 'good' },
      'token-ambiguous',
      'both GOV_TOKEN and GOV_TOKEN_FILE are set',
    ],
    [{ GOV_TOKEN: 'abc def' }, 'token-invalid', 'GOV_TOKEN contains whitespace or another invalid character'],
    [
      { GOV_TOKEN: 'abc\r\nX-Evil: 1' },
      'token-invalid',
      'GOV_TOKEN contains whitespace or another invalid character',
    ],
    [
      { GOV_TOKEN: 'abc\u00e9' },
      'token-invalid',
      'GOV_TOKEN contains whitespace or another invalid character',
    ],
    [{ GOV_TOKEN: '\n' }, 'token-invalid', 'GOV_TOKEN is empty'],
    [
      { GOV_TOKEN_FILE: 'two-lines' },
      'token-invalid',
      'the file that GOV_TOKEN_FILE names contains whitespace or another invalid character',
    ],
    [
      { GOV_TOKEN_FILE: 'missing' },
      'token-file-not-found',
      'the file that GOV_TOKEN_FILE names does not exist',
    ],
    [
      { GOV_TOKEN_FILE: 'folder' },
      'token-file-is-folder',
      'the file that GOV_TOKEN_FILE names is a folder, not a file',
    ],
    [{ GOV_TOKEN_FILE: 'empty' }, 'token-file-empty', 'the file that GOV_TOKEN_FILE names is empty'],
    [{ GOV_TOKEN_FILE: 'newline' }, 'token-file-empty', 'the file that GOV_TOKEN_FILE names is empty'],
    [
      { GOV_TOKEN_FILE: 'binary' },
      'token-file-not-text',
      'the file that GOV_TOKEN_FILE names is binary, not text',
    ],
    [
      { GOV_TOKEN_FILE: 'huge' },
      'token-file-too-large',
      'the file that GOV_TOKEN_FILE names is larger than 64 KB',
    ],
  ])('%j', async (env, code, message) => {
    const reading = readEnvironment({ env, cwd: await tempTree(files) })
    await expect(reading).rejects.toMatchObject({ code, message, hint, exitCode: 2 })
    await expect(reading).rejects.not.toMatchObject({ message: expect.stringContaining('abc') })
  })
})

describe('GOV_URL', () => {
  it.each([
    ['', 'GOV_URL is empty'],
    ['dash', 'GOV_URL is not a complete URL'],
    ['https://a:b@c.example', 'GOV_URL must not contain a user name or password'],
  ])('%j is refused: the file must not take its place', async (url, message) => {
    const reading = readEnvironment({ env: { GOV_URL: url }, cwd: '/' })
    await expect(reading).rejects.toMatchObject({ code: 'environment-invalid', message })
  })
})

describe('the other credentials', () => {
  it.each(['GOV_ADMIN_TOKEN', 'GOV_GATEWAY_TOKEN'] as const)('%s, or its file', async (variable) => {
    const cwd = await tempTree(files)
    const read = async (env: Record<string, string>) =>
      (await readToken({ env, cwd }, variable))?.value.reveal()
    expect(await read({ GOV_TOKEN: 'other' })).toBeUndefined()
    expect(await read({ [variable]: '' })).toBeUndefined()
    expect(await read({ [variable]: 'abc' })).toBe('abc')
    expect(await read({ [`${variable}_FILE`]: 'good' })).toBe('abc.DEF-123==')
    await expect(read({ [variable]: 'a b' })).rejects.toMatchObject({
      message: `${variable} contains whitespace or another invalid character`,
      hint: `Put only the token in ${variable} or in the file that ${variable}_FILE names.`,
    })
  })
})

describe('GOV_GATEWAY_URL', () => {
  it('is the address of the gateway', async () => {
    const layer = await readEnvironment({ env: { GOV_GATEWAY_URL: 'https://gw.example' }, cwd: '/' })
    expect(layer['gateway.url']?.value).toBe('https://gw.example')
    expect(layer['gateway.url']?.origin.place).toBe('GOV_GATEWAY_URL')
  })

  it('is never the embedded sandbox', async () => {
    const reading = readEnvironment({ env: { GOV_GATEWAY_URL: 'embedded' }, cwd: '/' })
    await expect(reading).rejects.toMatchObject({ message: 'GOV_GATEWAY_URL must be a URL' })
  })
})

describe('a secret', () => {
  it.each<[string, (value: unknown) => string]>([
    ['String', String],
    ['a template', (value) => `${value}`],
    ['JSON', (value) => JSON.stringify({ value })],
    ['inspect', (value) => inspect({ value }, { depth: 9, showHidden: true, getters: true })],
    ['a spread', (value) => inspect({ ...Object(value) }, { depth: 9 })],
  ])('is not shown by %s', (_how, show) => {
    const shown = show(secret('s3cr3t'))
    expect(shown).not.toContain('s3cr3t')
    expect(shown).toContain('secret')
  })
})
