import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvaluatedReport } from '../../src/core/model/report.ts'
import { cleanEnv, nodeProgram, projectRoot } from '../e2e/run-gov.ts'
import {
  copyScenario,
  engineScenarios,
  readScenarioFiles,
  summarizeIssue,
} from '../library/engine-scenarios.ts'
import { browserPath, openBrowser } from './open-browser.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}
/** Longer than the page waits for an evaluation. */
const wait = { timeout: 20_000 }
const site = join(projectRoot, 'dist-site')

describe.skipIf(!browserPath)('the site in a browser', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let origin: string
  const told: string[] = []

  beforeAll(async () => {
    const vitepress = join(projectRoot, 'node_modules/vitepress/bin/vitepress.js')
    execFileSync(nodeProgram, [vitepress, 'build', 'docs'], { cwd: projectRoot, stdio: 'ignore' })
    server = createServer(({ url = '' }, response) => {
      const path = new URL(url, 'http://site').pathname.replace(/\/$/, '/index.html')
      const file = join(site, path)
      const isThere = existsSync(file)
      response.writeHead(isThere ? 200 : 404, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
      })
      response.end(isThere ? readFileSync(file) : '')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (message) => told.push(message.text()))
    page.on('pageerror', (error) => told.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) told.push(`request ${request.url()}`)
    })
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })

  type Files = readonly (readonly [string, string])[]

  async function open(texts: { readonly definition: Files; readonly ruleset: Files }): Promise<void> {
    const packed = deflateRawSync(JSON.stringify(texts)).toString('base64url')
    await page.goto('about:blank')
    await page.goto(`${origin}/playground.html#${packed}`)
    await settle()
  }

  const status = () => page.locator('[data-status]').innerText()
  const settle = () => expect.poll(status, wait).toMatch(/\d+ ms$|^Not checked$/)
  const rows = () => page.locator('.gov-play tbody tr').all()

  async function readRows() {
    return Promise.all(
      (await rows()).map(async (row) => {
        const [severity, place, rule_id, message] = await row.locator('td').all()
        const text = (await message?.evaluate((cell) => cell.firstChild?.textContent ?? '')) ?? ''
        return [await severity?.innerText(), await place?.innerText(), await rule_id?.innerText(), text]
      }),
    )
  }

  it.each(engineScenarios)(
    'finds in the scenario %s what the command line finds',
    async (name, definition, rules) => {
      const texts = Object.entries(readScenarioFiles(name))
      const first = (main: string) =>
        texts.toSorted(([one], [other]) => Number(other === main) - Number(one === main))
      await open({ definition: first(definition), ruleset: first(rules) })
      const gov = join(projectRoot, 'bin/gov.js')
      const argv = [gov, 'check', '--definition', definition, '--ruleset-file', rules, '--format', 'json']
      const run = spawnSync(nodeProgram, argv, {
        cwd: copyScenario(name),
        encoding: 'utf8',
        env: cleanEnv({}),
      })
      const { issues }: EvaluatedReport = JSON.parse(run.stdout)
      const expected = issues.map((issue) => {
        const { severity, file, line, column, rule_id, message } = summarizeIssue(issue)
        return [severity, `${file === definition ? '' : `${file}:`}${line}:${column}`, rule_id, message]
      })
      expect(expected).not.toEqual([])
      expect(await readRows()).toEqual(expected)
      expect((await status()).startsWith('Not complete')).toBe(run.status === 5)
    },
  )

  it('follows what is typed, goes to an issue, and keeps both texts in a link', async () => {
    const text = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
    const rules = 'rules: { contact: { given: $.info, then: { field: contact, function: truthy } } }'
    await open({ definition: [['a.yaml', text]], ruleset: [['rules.yaml', rules]] })
    expect((await readRows()).map((row) => row.slice(0, 3))).toEqual([['warn', '2:1', 'contact']])
    await page.getByRole('button', { name: '2:1' }).press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(', contact: {}')
    await expect.poll(async () => (await rows()).length, wait).toBe(0)
    expect(await status()).toMatch(/^0 errors, 0 warnings, 0 info, 0 hints; 1 rules?, \d+ ms$/)
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await expect
      .poll(() => page.locator('header [role=status]').innerText())
      .toMatch(/^(Link copied|The link)/)
    const link = page.url()
    await page.goto('about:blank')
    await page.goto(link)
    await settle()
    expect(await page.locator('.definition .cm-content').innerText()).toContain(', contact: {}')
  })

  it.each([
    ['a text that cannot be read', 'a: [', 'extends: spectral:oas', /^a\.yaml:1:4: invalid YAML/],
    ['a faulty ruleset', 'openapi: 3.1.0', 'rules: { a: 1 }', /^rules\.yaml:1:\d+: rule "a"/],
  ])('never shows %s as free of issues', async (_what, definition, rules, message) => {
    await open({ definition: [['a.yaml', definition]], ruleset: [['rules.yaml', rules]] })
    expect(await status()).toBe('Not checked')
    expect(await page.locator('.gov-play .fault pre').innerText()).toMatch(message)
    expect(await page.locator('.gov-play .issues').innerText()).not.toContain('No issues')
  })

  it('refuses a damaged link, and one that unpacks to more than a page can hold', async () => {
    for (const fragment of ['nonsense', deflateRawSync(`"${'a'.repeat(6_000_000)}"`).toString('base64url')]) {
      await page.goto('about:blank')
      await page.goto(`${origin}/playground.html#${fragment}`)
      await expect
        .poll(() => page.locator('header [role=status]').innerText())
        .toMatch(/^The link is damaged/)
    }
  })

  it('stops a ruleset whose code does not end', async () => {
    const definition = 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\n'
    const rules = 'functions: [own]\nrules: { own: { given: $.info, then: { function: own } } }\n'
    const code = 'export default () => { for (;;); }'
    await open({
      definition: [['a.yaml', definition]],
      ruleset: [
        ['rules.yaml', rules],
        ['functions/own.js', code],
      ],
    })
    expect(await status()).toMatch(/^Not (?:complete|checked)/)
  })

  it('fits a phone and a desk', async () => {
    for (const [width, path] of [390, 1280].flatMap((each) =>
      ['/', '/playground.html', '/rules/', '/rules/oas3-schema.html', '/policy.html'].map(
        (path) => [each, path] as const,
      ),
    )) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(origin + path)
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
    }
  })

  it.each(['light', 'dark'] as const)('has nothing that axe objects to: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/playground.html', '/rules/', '/rules/oas3-schema.html', '/policy.html']) {
      await page.goto(origin + path)
      if (path === '/playground.html') await settle()
      await page.evaluate(axe.source)
      const found: AxeResults = await page.evaluate('axe.run()')
      expect([path, found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []])
    }
  })

  it('asks no other host, and breaks no policy of its own', () => {
    expect(told).toEqual([])
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    )
    const open = pages.filter(
      (file) => !readFileSync(join(site, file), 'utf8').includes("default-src 'none'"),
    )
    expect([pages.length > 200, open]).toEqual([true, []])
  })
})
