import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'
import { type Comment, serveForge } from './forge.ts'

const marker = '<!-- gov report -->'

/** Runs the script as a job does; gives its exit code and what it prints. */
function runScript(
  env: Readonly<Record<string, string>>,
  text = `${marker}\nnew`,
  changes?: string,
): Promise<{ code: number | null; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-comment-'))
  writeFileSync(join(folder, 'gov.md'), text)
  writeFileSync(
    join(folder, 'event.json'),
    JSON.stringify(env.EVENT === 'push' ? {} : { pull_request: { number: 7 } }),
  )
  if (changes !== undefined) writeFileSync(join(folder, 'changes.md'), changes)
  const names = ['gov.md', 'changes.md']
  const child = spawn(process.execPath, [join(projectRoot, 'templates/comment.mjs'), ...names], {
    cwd: folder,
    env: { PATH: process.env.PATH, GITHUB_EVENT_PATH: join(folder, 'event.json'), ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, printed })))
}

const github = (url: string) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: url,
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_TOKEN: 't',
})
const gitlab = (url: string) => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: url,
  CI_PROJECT_ID: '3',
  CI_MERGE_REQUEST_IID: '7',
  GOV_COMMENT_TOKEN: 't',
})
const others = Array.from({ length: 120 }, (_, at) => ({
  id: at + 1,
  body: `comment ${at}`,
  user: { type: 'User' },
}))

it.each([
  ['GitHub', github],
  ['GitLab', gitlab],
] as const)('%s gets one comment, which the next run edits', async (_name, env) => {
  const comments: Comment[] = [...others]
  const forge = await serveForge(comments)
  expect(await runScript(env(forge.url))).toEqual({ code: 0, printed: 'gov: wrote the comment\n' })
  expect(await runScript(env(forge.url), `${marker}\nnewer`)).toEqual({
    code: 0,
    printed: 'gov: edited the comment\n',
  })
  expect(comments).toHaveLength(121)
  expect(comments.at(-1)?.body).toBe(`${marker}\nnewer`)
  expect(forge.calls.filter((call) => call.includes('without'))).toEqual([])
  forge.close()
})

const cut = 'More changed than fits here: see the file of --changelog, or gov diff.'

it.each([
  ['whole', '## 1.4.0\n', '## 1.4.0\n'],
  ['in whole lines, as many as fit', 'a line\n'.repeat(20_000), `a line\n\n${cut}\n`],
])('shows what changed below the report, %s', async (_name, changes, end) => {
  const comments: Comment[] = []
  const forge = await serveForge(comments)
  await runScript(github(forge.url), undefined, changes)
  const [{ body } = { body: '' }] = comments
  expect(body.startsWith(`${marker}\nnew\n<details><summary>What changed</summary>\n\n`)).toBe(true)
  expect(body.endsWith(`${end}\n</details>\n`)).toBe(true)
  expect(body.length).toBeLessThanOrEqual(65_536)
  forge.close()
})

const foreign = { id: 1, body: `${marker}\nquoted`, author: { id: 5 } }
it.each<[string, typeof github | typeof gitlab, Comment]>([
  ['of a person on GitHub', github, { ...foreign, user: { type: 'User' } }],
  ['of a bot on GitHub that may not be edited', github, { ...foreign, user: { type: 'Bot' } }],
  ['of a person on GitLab', gitlab, { ...foreign, user: { type: 'User' } }],
  ['of the system on GitLab', gitlab, { ...foreign, author: { id: 99 }, system: true }],
])('passes over the copied report %s, and edits its own', async (_, env, copied) => {
  const comments: Comment[] = [{ ...copied }]
  const forge = await serveForge(comments)
  await runScript(env(forge.url))
  expect(comments.map(({ body }) => body)).toEqual([`${marker}\nquoted`, `${marker}\nnew`])
  await runScript(env(forge.url), `${marker}\nnewer`)
  expect(comments.map(({ body }) => body)).toEqual([`${marker}\nquoted`, `${marker}\nnewer`])
  forge.close()
})

it.each([{}, { id: null }])(
  'edits no note where GitLab does not say whose its token is: %j',
  async (user) => {
    const comments: Comment[] = [{ id: 1, body: `${marker}\nquoted` }]
    const forge = await serveForge(comments, 200, user)
    expect(await runScript(gitlab(forge.url))).toEqual({
      code: 0,
      printed: expect.stringMatching(/no comment: GET \/user answered without the id of the token/),
    })
    expect(comments).toEqual([{ id: 1, body: `${marker}\nquoted` }])
    forge.close()
  },
)

it.each<[string, Record<string, string>, string | undefined, RegExp]>([
  ['a push', { EVENT: 'push' }, undefined, /^gov: this job is not for a pull or merge request/],
  ['another file', {}, '# notes', /^::warning title=gov::no comment: gov.md is not a Markdown report/],
  ['no token', { GITHUB_TOKEN: '' }, undefined, /^::warning title=gov::no comment: GITHUB_TOKEN is not set/],
])('with %s there is none, and the job goes on', async (_name, env, text, printed) => {
  const forge = await serveForge([])
  const result = await runScript({ ...github(forge.url), ...env }, text)
  expect(result).toEqual({ code: 0, printed: expect.stringMatching(printed) })
  expect(forge.calls).toEqual([])
  forge.close()
})

it('a forge that refuses is a warning without the token', async () => {
  const forge = await serveForge([], 403)
  const { code, printed } = await runScript({ ...github(forge.url), GITHUB_TOKEN: 'secret-token' })
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(
      /^::warning title=gov::no comment: GET \/repos\/acme\/shop\/issues\/7\/comments answered 403/,
    ),
  ])
  expect(printed).not.toContain('secret-token')
  forge.close()
})
