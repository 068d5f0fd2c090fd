import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breakingRules } from '../../src/check/breaking/rules/index.ts'
import { builtinDrafts } from '../../src/check/rulesets/known-rulesets.ts'
import { findRulePage } from '../../src/check/rulesets/rule-page.ts'
import type { EvaluatedReport } from '../../src/core/model/report.ts'
import { documentRules } from '../../src/engine/openapi/document-rules.ts'
import type { DefinitionIssue } from '../../src/library/evaluate.ts'
import { cleanEnv, nodeProgram, projectRoot } from '../e2e/run-gov.ts'
import {
  copyScenario,
  engineScenarios,
  readFolder,
  readScenarioFiles,
  summarizeIssue,
} from '../library/engine-scenarios.ts'
import { browserPath, openBrowser } from './open-browser.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
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
      const file = path.startsWith('/package/')
        ? join(projectRoot, path.replace('package', 'dist'))
        : join(site, path)
      const isThere = existsSync(file)
      response.writeHead(isThere ? 200 : 404, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
      })
      response.end(isThere ? readFileSync(file) : 'Not found')
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
  interface Texts {
    readonly definition: Files
    readonly ruleset: Files
    readonly old?: Files
  }

  async function open(texts: Texts): Promise<void> {
    const packed = deflateRawSync(JSON.stringify(texts)).toString('base64url')
    await page.goto('about:blank')
    await page.goto(`${origin}/playground.html#${packed}`)
    await settle()
  }

  /** What the page has, as its link says. */
  async function readTexts(): Promise<Texts> {
    await page.evaluate('history.replaceState(null, "", location.pathname)')
    await button('Copy a link').click()
    await expect.poll(() => new URL(page.url()).hash.length).toBeGreaterThan(1)
    return JSON.parse(inflateRawSync(Buffer.from(new URL(page.url()).hash.slice(1), 'base64url')).toString())
  }

  /** What the command prints in a folder with these files. */
  function runGov(cwd: string, ...args: readonly string[]) {
    const env = cleanEnv({})
    return spawnSync(nodeProgram, [join(projectRoot, 'bin/gov.js'), ...args], { cwd, encoding: 'utf8', env })
  }

  /** All files of a scenario, one of them first. */
  function listFiles(name: string, main: string): Files {
    const texts = Object.entries(readScenarioFiles(name))
    return texts.toSorted(([one], [other]) => Number(other === main) - Number(one === main))
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const status = () => page.locator('[data-status]').innerText()
  const settle = () => expect.poll(status, wait).toMatch(/\d+ ms$|^Not checked$/)
  const marked = () =>
    expect.poll(() => page.locator('section.issues').getAttribute('aria-busy'), wait).toBe('false')
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
      await open({ definition: listFiles(name, definition), ruleset: listFiles(name, rules) })
      const args = ['--definition', definition, '--ruleset-file', rules, '--format', 'json']
      const run = runGov(copyScenario(name), 'check', ...args)
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

  it.each([
    ...engineScenarios,
    ['fix-declared', 'openapi.yaml', 'rules.yaml'],
    ['fix-place', 'openapi.yaml', 'rules.yaml'],
    ['fix-writes', 'openapi.yaml', 'rules.yaml'],
  ] as const)('fixes in the scenario %s what gov fix fixes', async (name, definition, rules) => {
    const cwd = copyScenario(name)
    const args = ['--definition', definition, '--ruleset-file', rules, '--format', 'json']
    const { issues }: EvaluatedReport = JSON.parse(runGov(cwd, 'check', ...args).stdout)
    const run = runGov(cwd, 'fix', definition, '--ruleset-file', rules)
    await open({ definition: listFiles(name, definition), ruleset: listFiles(name, rules) })
    const all = button('Make all safe fixes')
    await marked()
    if (run.status === 0) {
      const offers = (await rows()).map((row) => row.getByRole('button', { name: /^Fix / }).count())
      const offered = await Promise.all(offers)
      const told = issues.map(({ fixable }, at) =>
        fixable === undefined ? offered[at] : Number(fixable === 'safe'),
      )
      expect(offered).toEqual(told)
    }
    if ((await all.count()) > 0) {
      await all.press('Enter')
      await expect.poll(() => page.locator('.output').textContent(), wait).toBe(run.stderr)
    } else expect(run.stderr).toMatch(/^(?:error: |nothing to fix)/m)
    await settle()
    const { definition: texts } = await readTexts()
    expect(Object.fromEntries(texts)).toEqual(readFolder(cwd))
  })

  it('makes the fix of one issue, which can be undone', async () => {
    const text = `${'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\n'}servers: [{ url: https://a.example/ }]\npaths: {}\n`
    const rules = [
      'rules:',
      '  team: { given: $.info, then: { field: x-team, function: truthy }, fix: { field: x-team, set: shop, safe: true } }',
      '  area: { given: $.info, then: { field: x-area, function: truthy }, fix: { field: x-area, set: eu, safe: true } }',
    ].join('\n')
    await open({ definition: [['a.yaml', text]], ruleset: [['rules.yaml', rules]] })
    await button('Fix area at 2:1').click()
    await expect.poll(async () => (await readRows()).map(([, , rule]) => rule), wait).toEqual(['team'])
    expect(await page.locator('.output').innerText()).toMatch(/^area: 1\nfixed 1 issue of 1 rule/)
    expect((await readTexts()).definition[0]?.[1]).toBe(text.replace('"1" }', '"1", x-area: eu }'))
    await page.locator('.definition .cm-content').press('Control+z')
    await expect.poll(async () => (await rows()).length, wait).toBe(2)
  })

  it('writes nothing where a check is not complete', async () => {
    const text = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
    const rules = `functions: [own]
rules:
  own: { given: $.info, then: { function: own } }
  team: { given: $.info, then: { field: x-team, function: truthy }, fix: { field: x-team, set: shop, safe: true } }`
    // Fails only once the definition is fixed.
    const code = 'export default (info) => { if (info["x-team"]) throw new Error("no") }'
    await open({
      definition: [['a.yaml', text]],
      ruleset: [
        ['rules.yaml', rules],
        ['functions/own.js', code],
      ],
    })
    await button('Make all safe fixes').click()
    await expect.poll(() => page.locator('.output').innerText(), wait).toMatch(/rule own/)
    expect((await readTexts()).definition[0]?.[1]).toBe(text)
  })

  it.each([
    ['../rules/diff-definitions', 'old.yaml', 'new.yaml'],
    ['../rules/diff-definitions', 'new.yaml', 'old.yaml'],
    ['owasp-in-other-files', 'api/openapi.yaml', 'api/openapi.yaml'],
  ])('compares versions as gov diff does: %s, %s with %s', async (name, old, definition) => {
    const ruleset: Files = [['rules.yaml', 'extends: spectral:oas']]
    await open({ definition: listFiles(name, definition), ruleset, old: listFiles(name, old) })
    const { stdout } = runGov(copyScenario(name), 'diff', old, definition)
    expect(stdout).toContain('info.version')
    await expect.poll(() => page.locator('.changes pre').textContent(), wait).toBe(stdout)
  })

  it('begins a comparison with the definition as it is, and says where it cannot be made', async () => {
    const text = 'openapi: 3.1.0\ninfo: { title: Orders, version: 1.0.0 }\npaths: {}\n'
    await open({ definition: [['a.yaml', text]], ruleset: [['rules.yaml', 'extends: spectral:oas']] })
    await button('Compare versions').press('Space')
    const changes = () => page.locator('.changes pre').textContent()
    await expect.poll(changes, wait).toMatch(/^0 breaking changes, 0 other changes/)
    expect((await readTexts()).old).toEqual([['old.yaml', text]])
    await page.locator('.old .cm-content').press('Control+End')
    await page.keyboard.type('x: a: b')
    await expect.poll(changes, wait).toMatch(/^old\.yaml:4:\d+: invalid YAML/)
    await button('Compare versions').press('Space')
    expect(await page.locator('.changes, .old:visible').count()).toBe(0)
  })

  it.each([
    ['extends: spectral:oas', 'operation-description', []],
    [
      'rules: { summaries: { description: Say it., given: "$.paths[*][*]", then: { field: summary, function: truthy } } }',
      'summaries',
      ['--ruleset-file', 'rules.yaml'],
    ],
  ])('explains a rule as gov explain does: %s', async (rules, rule, args) => {
    const text =
      'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: { /a: { get: { responses: {} } } }\n'
    await open({ definition: [['a.yaml', text]], ruleset: [['rules.yaml', rules]] })
    const cwd = copyScenario('functions')
    writeFileSync(join(cwd, 'rules.yaml'), rules)
    const known = JSON.parse(runGov(cwd, 'explain', rule, '--json', ...args).stdout)
    const explain = button(new RegExp(`^Explain ${rule} at 3:`))
    await explain.click()
    const expected = [known.description, known.why, known.how_to_fix, known.fails, known.passes]
    await expect
      .poll(() => page.locator('.gov-play dd').allTextContents(), wait)
      .toEqual(expected.filter(Boolean))
    await explain.click()
    expect(await page.locator('.gov-play dl').count()).toBe(0)
  })

  it('is reached by the keyboard alone, and left', async () => {
    await open({
      definition: [
        ['a.yaml', 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'],
        ['b.yaml', 'a: 1\n'],
      ],
      ruleset: [['rules.yaml', 'extends: spectral:oas\nrules: { info-contact: { severity: error } }']],
      old: [['old.yaml', 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n']],
    })
    await expect.poll(() => page.locator('.changes pre').count(), wait).toBe(1)
    await marked()
    const controls = 'a, button, select, input, [contenteditable=true], [tabindex="0"]'
    await page.evaluate(`for (const [at, each] of document.querySelectorAll('main.gov-play :is(${controls})').entries())
      each.dataset.at = at`)
    const wanted: readonly string[] = await page.evaluate(
      `[...document.querySelectorAll('main.gov-play [data-at]')].filter((each) => each.checkVisibility()).map((each) => each.dataset.at)`,
    )
    const seen: string[] = []
    const focused = () => page.evaluate<string>('document.activeElement.dataset.at ?? ""')
    await page.locator('main.gov-play select').first().focus()
    for (let at = await focused(); at !== ''; at = await focused()) {
      seen.push(at)
      await page.keyboard.press('Tab')
    }
    expect(wanted.length).toBeGreaterThan(20)
    expect(seen).toEqual(wanted)
    expect(await page.locator('main.gov-play header').innerText()).toContain('Tab leaves an editor')
    // The marks in a text are reached, too.
    await page.locator('.definition .cm-content').press('F8')
    await expect.poll(() => page.locator('.cm-tooltip').count()).toBeGreaterThan(0)
  })

  it('follows what is typed, goes to an issue, and keeps both texts in a link', async () => {
    const text = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
    const rules = 'rules: { contact: { given: $.info, then: { field: contact, function: truthy } } }'
    await open({ definition: [['a.yaml', text]], ruleset: [['rules.yaml', rules]] })
    expect((await readRows()).map((row) => row.slice(0, 3))).toEqual([['warn', '2:1', 'contact']])
    await button('2:1').press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(', contact: {}')
    await expect.poll(async () => (await rows()).length, wait).toBe(0)
    expect(await status()).toMatch(/^0 errors, 0 warnings, 0 info, 0 hints; 1 rules?, \d+ ms$/)
    await button('Copy a link').click()
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
      if (path === '/playground.html') {
        await settle()
        await button('Compare versions').click()
        await settle()
        await marked()
        await button(/^Explain/)
          .first()
          .click()
        await page.locator('.gov-play dl').waitFor()
        await button('Make all safe fixes').click()
        await expect.poll(() => page.locator('.output').innerText(), wait).not.toBe('')
        await settle()
      }
      await page.evaluate(axe.source)
      const found: AxeResults = await page.evaluate('axe.run()')
      expect([path, found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []])
    }
  })

  it('has a page for each rule that has one in the program', async () => {
    const drafts = (await builtinDrafts()).flatMap(({ drafts }) => [...drafts.rules.keys()])
    const ids = [...drafts, ...documentRules.map(({ id }) => id), ...breakingRules.map(({ id }) => id)]
    const pages = ids.map((id) => decodeURI(findRulePage(id, { site: '' }) ?? ''))
    expect(pages.filter((page) => !existsSync(join(site, page)))).toEqual([])
  })

  it('runs the public entry of the package as a page imports it', async () => {
    const [name, definition, rules] = ['ruleset-js', 'api.yaml', 'rules.mjs']
    const files = readScenarioFiles(name)
    const blank = await browser.newPage()
    await blank.goto(`${origin}/none.html`)
    const found =
      await blank.evaluate(`import('/package/engine.mjs').then(async ({ createRuleset, evaluate }) => {
      const files = ${JSON.stringify(files)}
      const ruleset = await createRuleset(files['${rules}'], files, { name: '${rules}' })
      return evaluate({ name: '${definition}', text: files['${definition}'], files }, ruleset).catch(({ issues }) => issues)
    })`)
    const args = ['--definition', definition, '--ruleset-file', rules, '--format', 'json']
    const { issues }: EvaluatedReport = JSON.parse(runGov(copyScenario(name), 'check', ...args).stdout)
    expect(issues).not.toEqual([])
    expect((found as DefinitionIssue[]).map(summarizeIssue)).toEqual(issues.map(summarizeIssue))
    await blank.close()
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
