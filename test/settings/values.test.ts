import { writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/check/config/load-config.ts'
import { configKeys } from '../../src/settings/check-config.ts'
import { groupKeys } from '../../src/settings/check-value.ts'
import { urlFault } from '../../src/settings/dashboard-url.ts'
import { parseDuration } from '../../src/settings/kinds.ts'
import { effort } from '../effort.ts'
import { tempTree } from '../temp-tree.ts'

describe('urlFault', () => {
  it.each([
    'embedded',
    'https://d.example',
    'https://d.example/',
    'https://d.example:8443/base/path',
    'http://localhost:3000',
    'http://[::1]:3000',
    'https://d.example/a@b',
  ])('accepts %s', (url) => {
    expect(urlFault(url)).toBeUndefined()
  })

  it.each([
    ['d.example', 'is not a complete URL'],
    ['127.0.0.1:8090', 'is not a complete URL: write http://127.0.0.1:8090'],
    ['localhost', 'is not a complete URL: write http://localhost'],
    ['//d.example', 'is not a complete URL'],
    ['https:d.example', 'is not a complete URL'],
    ['https://', 'is not a complete URL'],
    ['Embedded', 'is not a complete URL'],
    ['javascript://d.example', 'must begin with https:// or http://'],
    ['file:///etc', 'must begin with https:// or http://'],
    ['https://me@d.example', 'must not contain a user name or password'],
    ['https://:pw@d.example', 'must not contain a user name or password'],
    ['https://d.example?', 'must not have a query or fragment'],
    ['https://d.example#', 'must not have a query or fragment'],
    ['https://d.example\\x', 'must not contain spaces, control characters or backslashes'],
    ['https://d.exa\tmple', 'must not contain spaces, control characters or backslashes'],
  ])('%j %s', (url, fault) => {
    expect(urlFault(url)).toBe(fault)
  })
})

describe('parseDuration', () => {
  it.each([
    ['1ms', 1],
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1440m', 86_400_000],
    ['24h', 86_400_000],
  ])('%s is %d milliseconds', (text, length) => {
    expect(parseDuration(text)).toBe(length)
  })

  it.each(['', '0s', '5', 's', '5 s', '1.5s', '-1s', '1d', '25h', '5S', '1441m', '99999999999s', '5m30s'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )
})

describe('any mapping', () => {
  const known = ['$schema', 'version', 'profiles', ...(groupKeys(configKeys).get('') ?? [])]
  const keys = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'Version', ...known),
  )

  it('with an unknown key is refused, and the key is named', async () => {
    const cwd = await tempTree()
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(keys, { minLength: 1, maxLength: 5 }), async (names) => {
        const pairs = names.map((name) => `${JSON.stringify(name)}: ${name === 'version' ? 1 : '{}'}`)
        await writeFile(`${cwd}/.governance.json`, `{${pairs.join(', ')}}`)
        const error: unknown = await loadConfig({ cwd }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        const unknown = names.filter((name) => !known.includes(name))
        for (const name of unknown) expect(String(error)).toContain(`${JSON.stringify(name)}`)
        if (!names.includes('version')) expect(String(error)).toContain('version is missing')
      }),
      { numRuns: 200 * effort },
    )
  })
})
