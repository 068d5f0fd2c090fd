import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { canary, only, openService } from './attack.ts'
import { runGov } from './run-gov.ts'

describe('the token goes where the caller says', () => {
  it.each([
    ['GOV_URL', (url: string) => ({ argv: [], env: { GOV_URL: url } })],
    ['--url', (url: string) => ({ argv: ['--url', url], env: {} })],
  ])('%s wins over the address in the config', async (_name, naming) => {
    const [caller, change] = [await openService(), await openService()]
    const files = only(`dashboard: { url: "${change.url}" }\napi_ids: [a]\nruleset_ids: [b]`)
    const cwd = await tempTree({ '.git/': '', ...files })
    const { argv, env } = naming(caller.url)
    await runGov(['check', '--retries', '0', ...argv], { cwd, env: { ...env, GOV_TOKEN: canary } })
    expect(caller.asked).toEqual([`Bearer ${canary}`])
    expect(change.asked).toEqual([])
  })
})
