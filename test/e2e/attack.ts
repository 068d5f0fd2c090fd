import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Finished, runGov } from './run-gov.ts'

/** What must come out of no run. */
export const canary = 'canary-5a1f'
export const openapi = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
export const rules = 'rules:\n  title: { given: $.info, then: { field: title, function: truthy } }\n'

/**
 * A change under review may hold anything in the files of its repository. This lies next to the repository: the
 * change must neither read nor change it.
 */
export const outside = {
  'outside/secret.yml': `openapi: 3.1.0\ninfo: { title: ${canary} }\npaths: {}\n`,
  'outside/rules.yml': `rules:\n  ${canary}: { given: $, then: { function: truthy } }\n`,
  'outside/baseline.json': '{ "version": 1, "issues": [] }',
  'outside/report.json': canary,
  'outside/governance.yml': 'version: 1\n',
  'outside/workspace/workspace.yml': `organisation: ${canary}\n`,
}

export interface Attack {
  readonly files?: Readonly<Record<string, string>>
  /** Link, and where it leads. */
  readonly links?: Readonly<Record<string, string>>
  readonly argv?: readonly string[]
  readonly exit: number
  readonly says: string
}

/** Runs gov in the repository, as a CI job does. */
export async function run({
  files,
  links = {},
  argv = [],
}: Attack): Promise<Finished & { readonly root: string }> {
  const repository = { '.git/hooks/': '', 'openapi.yml': openapi, 'rules.yml': rules, ...files }
  const inside = Object.fromEntries(Object.entries(repository).map(([name, text]) => [`shop/${name}`, text]))
  const root = await tempTree({ ...outside, ...inside })
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(join(root, 'shop', link, '..'), { recursive: true })
    symlinkSync(target, join(root, 'shop', link))
  }
  const withRules = ['check', '--ruleset-file', 'rules.yml']
  return { root, ...(await runGov([...withRules, ...argv], { cwd: join(root, 'shop') })) }
}

/** A config that checks the definition of the repository, and says more. */
export const config = (lines: string) => ({
  '.governance.yml': `version: 1\ndefinitions: [openapi.yml]\n${lines}\n`,
})
export const only = (lines: string) => ({ '.governance.yml': `version: 1\n${lines}\n` })

/** A dashboard that is never there; `asked` holds the credentials that came to it. */
export async function openService(onRequest = () => {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    onRequest()
    asked.push(request.headers.authorization ?? '')
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { asked, url: `http://127.0.0.1:${port}` }
}
