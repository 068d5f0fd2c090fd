import { expect, it } from 'vitest'

it('is set before the schemas are loaded: they are interpreted', async () => {
  await import('../src/main.ts')
  const { core } = await import('zod')
  expect(core.globalConfig.jitless).toBe(true)
})
