#!/usr/bin/env node
/**
 * Writes a Markdown report of gov as the one comment of a pull or merge request: `node comment.mjs gov.md` in a job of GitHub
 * (GITHUB_TOKEN, with pull-requests: write) or GitLab (GOV_COMMENT_TOKEN, a project access token with the scope api). A second
 * file, which `gov check --changelog` wrote, is shown below it. The comment of an earlier run is edited in place. What keeps it
 * from being written is a warning: the verdict is that of gov check.
 */
import { existsSync, readFileSync } from 'node:fs'

/** The first line of each Markdown report: it tells gov's comment from all others. */
const marker = '<!-- gov report -->'
const mostPages = 50
/** GitHub takes no longer comment. */
const mostCharacters = 65_536
const timeoutMs = 30_000

const { env } = process

try {
  const [, , file = '', changelog = ''] = process.argv
  const report = readFileSync(file, 'utf8')
  if (!report.startsWith(marker)) throw new Error(`${file} is not a Markdown report of gov`)
  const body = existsSync(changelog) ? withChanges(report, readFileSync(changelog, 'utf8')) : report
  const forge = findForge()
  if (forge === undefined) tell('this job is not for a pull or merge request: no comment')
  else tell(`${await writeComment(forge, body)} the comment`)
} catch (error) {
  const label = env.GITHUB_ACTIONS === 'true' ? '::warning title=gov::' : 'warning: '
  process.stdout.write(`${label}no comment: ${oneLine(error)}
`)
}

/** Whole lines, as many as there is room for. */
function withChanges(report, changelog) {
  const [before, after] = ['\n<details><summary>What changed</summary>\n\n', '\n</details>\n']
  const left = '\nMore changed than fits here: see the file of --changelog, or gov diff.\n'
  const room = mostCharacters - report.length - before.length - after.length
  if (changelog.length <= room) return report + before + changelog + after
  const cut = changelog.slice(0, Math.max(0, room - left.length)).replace(/[^\n]*$/, '')
  return cut === '' ? report : report + before + cut + left + after
}

function tell(text) {
  process.stdout.write(`gov: ${text}\n`)
}

function oneLine(error) {
  return String(error?.cause?.message ?? error?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 300)
}

/** Where the comments are, and how they are written; undefined for a job of no pull or merge request. */
function findForge() {
  if (env.GITHUB_ACTIONS === 'true') {
    const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH ?? '', 'utf8'))
    const number = event.pull_request?.number
    if (number === undefined) return undefined
    const root = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}/issues`
    return {
      list: `${root}/${number}/comments`,
      one: (id) => `${root}/comments/${id}`,
      change: 'PATCH',
      headers: { authorization: `Bearer ${required('GITHUB_TOKEN')}`, accept: 'application/vnd.github+json' },
      findOurs:
        async () =>
        ({ user }) =>
          user?.type === 'Bot',
    }
  }
  if (env.GITLAB_CI === 'true') {
    if (!env.CI_MERGE_REQUEST_IID) return undefined
    const list = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`
    const headers = { 'private-token': required('GOV_COMMENT_TOKEN') }
    return {
      list,
      one: (id) => `${list}/${id}`,
      change: 'PUT',
      headers,
      findOurs: async () => {
        const { id } = await ask({ headers }, `${env.CI_API_V4_URL}/user`, 'GET')
        if (typeof id !== 'number') throw new Error('GET /user answered without the id of the token')
        return ({ system, author }) => system !== true && author?.id === id
      },
    }
  }
  throw new Error('comment.mjs knows the jobs of GitHub and GitLab only')
}

function required(name) {
  if (!env[name]) throw new Error(`${name} is not set`)
  return env[name]
}

/** Passes over a comment that may not be edited, such as that of another token. */
async function writeComment(forge, body) {
  for await (const id of findComments(forge)) {
    try {
      await ask(forge, forge.one(id), forge.change, { body })
      return 'edited'
    } catch (error) {
      if (error.status !== 403 && error.status !== 404) throw error
    }
  }
  await ask(forge, forge.list, 'POST', { body })
  return 'wrote'
}

async function* findComments(forge) {
  const isOurs = await forge.findOurs()
  for (let page = 1; page <= mostPages; page++) {
    const comments = await ask(forge, `${forge.list}?per_page=100&page=${page}`, 'GET')
    for (const comment of comments) if (comment.body?.startsWith(marker) && isOurs(comment)) yield comment.id
    if (comments.length < 100) return
  }
}

async function ask({ headers }, url, method, value) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'gov' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(value && { body: JSON.stringify(value) }),
  })
  const { ok, status } = response
  if (!ok) throw Object.assign(new Error(`${method} ${new URL(url).pathname} answered ${status}`), { status })
  return response.json()
}
