import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { readToken } from '../../check/config/environment.ts'
import { readSmallText } from '../../check/config/read-config-source.ts'
import { refusePlainHttp } from '../../check/connect/connection.ts'
import { tokenVariables } from '../../check/connect/dashboard.ts'
import { openWeb } from '../../check/connect/network-dashboard.ts'
import { silenceWarnings, type World } from '../../check/world.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { parsedJson } from '../../core/text/json.ts'
import { apiCategories, apisPage } from '../../dashboard/contract/apis.ts'
import { rulesetsPage } from '../../dashboard/contract/rulesets.ts'

/** All that one press of Tab waits for a dashboard, in milliseconds. */
const limitMs = 1_000
/** For so long, what a dashboard listed is not asked for again, and one that did not answer is left alone. */
const freshMs = { listed: 5 * 60_000, failed: 60_000 }
const mostNames = 5_000
const mostBytes = 1024 * 1024

/** A negative page is all of a list. */
const lists = {
  api: async (ask: AskList) =>
    apisPage()
      .parse(await ask('/api/apis?p=-1'))
      .apis?.map(({ api_definition }) => api_definition.api_id),
  ruleset: async (ask: AskList) =>
    rulesetsPage()
      .parse(await ask('/api/rulesets?p=-1'))
      .rulesets?.map(({ ruleset_id }) => ruleset_id),
  category: async (ask: AskList) =>
    apiCategories()
      .parse(await ask('/api/apis/categories'))
      .categories?.map(({ name }) => name),
}
type AskList = (path: string) => Promise<unknown>
type DashboardNoun = keyof typeof lists

const remembered = z.object({ at: z.number(), isListed: z.boolean(), names: z.array(z.string()) })
type Remembered = z.infer<typeof remembered>

/**
 * What the dashboard of `GOV_URL` lists to the token of the environment. A config is not read for it: it came with a
 * checkout, and nobody has said to send it a token. Where there is no room for a cache nothing is asked.
 */
export async function listDashboardNames(noun: DashboardNoun, world: World): Promise<readonly string[]> {
  const url = world.env.GOV_URL?.replace(/\/+$/, '') ?? ''
  const folder = findCacheFolder(world.env)
  if (!/^https?:\/\//i.test(url) || folder === undefined) return []
  const token = (await readToken(world, tokenVariables.user))?.value
  if (token === undefined) return []
  refusePlainHttp(url)
  const key = computeDigest(JSON.stringify([url, noun, token.reveal()])).slice(0, 32)
  const file = join(folder, `names-${key}.json`)
  const known = remembered.safeParse(parsedJson(await readSmallText(file, mostBytes).catch(() => ''))).data
  const now = world.now().getTime()
  if (known && Math.abs(now - known.at) < (known.isListed ? freshMs.listed : freshMs.failed))
    return known.names
  const found = await askDashboard(noun, url, token.reveal, world).catch(() => undefined)
  const names = (found ?? known?.names ?? [])
    .filter((name) => !name.includes(token.reveal()))
    .slice(0, mostNames)
  await remember(folder, file, { at: now, isListed: found !== undefined, names }).catch(() => {})
  return names
}

async function askDashboard(noun: DashboardNoun, url: string, reveal: () => string, world: World) {
  const limits = { timeoutMs: limitMs, deadlineMs: limitMs, retries: 0 }
  const web = await openWeb({ ...limits, trust: {} }, silenceWarnings(world), [reveal])
  try {
    return await lists[noun](async (path) => {
      const { status, text } = await web.fetch(`${url}${path}`, {
        method: 'GET',
        headers: { authorization: `Bearer ${reveal()}` },
      })
      if (status !== 200) throw new Error(`${status}`)
      return parsedJson(await text())
    })
  } finally {
    await web.close()
  }
}

/** Where the system keeps what programs can make again; undefined where that is not known. */
function findCacheFolder({ XDG_CACHE_HOME: cache, LOCALAPPDATA: local, HOME: home }: World['env']) {
  const parent = [cache, local, home && join(home, '.cache')].find((path) => path && isAbsolute(path))
  return parent ? join(parent, 'gov') : undefined
}

/** For this user alone, and never half written: two shells may do so at once. */
async function remember(folder: string, file: string, value: Remembered): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(value), { mode: 0o600, flag: 'wx' })
  await rename(fresh, file).finally(() => rm(fresh, { force: true }))
}
