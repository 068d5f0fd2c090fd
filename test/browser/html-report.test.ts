import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../src/core/model/report.ts'
import { html } from '../../src/reporters/html.ts'
import type { ReportView } from '../../src/reporters/reporter.ts'
import { reportWith } from '../reporters/hostile-report.ts'
import { hostileStrings } from '../reporters/hostile-strings.ts'
import { manyIssues } from '../reporters/many-issues.ts'
import { issueOf, reportOf } from '../reporters/report-of.ts'
import { reports } from '../reporters/reports.ts'
import { browserPath, openBrowser } from './open-browser.ts'

describe.skipIf(!browserPath)('the HTML report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-html-'))
  let browser: Browser
  let page: Page
  /** What the page did besides showing itself. */
  let told: string[] = []
  let address = ''
  let opened = 0

  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (message) => told.push(message.text()))
    page.on('pageerror', (error) => told.push(error.message))
    page.on('dialog', (dialog) => told.push(`dialog ${dialog.message()}`))
    page.on('request', (request) => {
      const own = request.url().split('#')[0] === address || request.url().startsWith('data:')
      if (!own) told.push(`request ${request.url()}`)
    })
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  /** Each report is a file of its own: an address that differs only behind # would not be read again. */
  async function open(report: Report, hash = '#group=api', view: Partial<ReportView> = {}): Promise<void> {
    const file = join(folder, `report-${++opened}.html`)
    writeFileSync(file, html(report, { color: false, width: 80, ...view }))
    await page.goto('about:blank')
    told = []
    address = pathToFileURL(file).href
    await page.goto(address + hash)
  }

  function ask(expression: string): Promise<unknown> {
    return page.evaluate(expression)
  }

  const named = (name: string): Report => reports[name] ?? reportOf([])
  const found = () => page.locator('#status').innerText()
  const messages = () => page.locator('.issue .message').allInnerTexts()
  const headings = () => page.locator('#list h2 button > span:first-child').allInnerTexts()

  it.each(Object.keys(reports))('opens %s, loads nothing and says nothing', async (name) => {
    await open(named(name))
    const { kind } = named(name).outcome
    const word = kind === 'undecided' ? 'Not decided' : kind === 'passed' ? 'Pass' : 'Fail'
    expect(await page.locator('.verdict .word').innerText()).toBe(word)
    expect(told).toEqual([])
  })

  it.each([
    ['copies', undefined, 'Copied'],
    ['selects', 'delete Navigator.prototype.clipboard', 'Selected: press Ctrl+C'],
  ])('%s the diff of a fix', async (_name, before, said) => {
    const issue = issueOf({ severity: 'error', file: 'a.yaml', line: 1 })
    const diff = '--- a/a.yaml\n+++ b/a.yaml\n@@ -1 +1 @@\n-a: </script>\n+\tb: <b>\n'
    const unsafe = diff.replace('<b>', '\u202e')
    const others = [issueOf({ severity: 'warn', file: 'a.yaml', line: 2 }), issueOf({ severity: 'hint' })]
    const fixOf = (text: string) => ({ files: [], diff: text })
    const fixes = new Map([
      [issue, fixOf(diff)] as const,
      ...others.slice(0, 1).map((each) => [each, fixOf(unsafe)] as const),
    ])
    await open(reportOf([issue, ...others]), '#group=api', { fixes })
    if (before !== undefined) await ask(before)
    await ask("for (const issue of document.querySelectorAll('.issue')) issue.open = true")
    await expect.poll(() => page.locator('figure pre').allTextContents()).toEqual([diff])
    const kinds = await page
      .locator('figure pre span')
      .evaluateAll((all) => all.map((each) => each.className))
    expect(kinds).toEqual(['file', 'file', 'hunk', 'removed', 'added'])
    const colors = await ask(
      "[...document.querySelectorAll('figure pre span')].slice(3).map((each) => getComputedStyle(each).color)",
    )
    expect(new Set(Object(colors)).size).toBe(2)
    await page.locator('.copy').click()
    await expect.poll(() => page.locator('.copy').innerText()).toBe(said)
    if (before !== undefined) expect(await ask('getSelection().toString()')).toBe(diff.trimEnd())
    else {
      await page.locator('#search').focus()
      await page.keyboard.press('Control+V')
      expect(await page.locator('#search').inputValue()).toBe(diff.replaceAll('\n', ' ').trimEnd())
    }
    expect(told).toEqual([])
  })

  it('filters by severity, ruleset and API, and clears', async () => {
    await open(named('typical'))
    expect(await found()).toBe('6 of 6 issues in 2 groups')
    await page.getByRole('checkbox', { name: 'hint' }).uncheck()
    await page.getByRole('checkbox', { name: 'info' }).uncheck()
    await expect.poll(found).toBe('4 of 6 issues in 2 groups')
    await page.locator('#ruleset').selectOption({ label: 'House style (3)' })
    await expect.poll(found).toBe('1 of 6 issues in 1 group')
    expect(page.url()).toContain('severity=error%2Cwarn&ruleset=House+style')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(found).toBe('6 of 6 issues in 2 groups')
    await page.locator('#api').selectOption({ label: 'payments (3)' })
    await expect.poll(found).toBe('3 of 6 issues in 1 group')
  })

  it('searches message, path, rule and API', async () => {
    await open(named('typical'))
    for (const [words, count] of [
      ['TAGS array', 1],
      ['refunds.post', 2],
      ['no-http-basic', 1],
      ['checkout', 3],
    ] as const) {
      await page.getByLabel('Search').fill(words)
      await expect.poll(found).toMatch(new RegExp(`^${count} of 6`))
    }
    await page.getByLabel('Search').fill('nowhere at all')
    await expect.poll(found).toBe('No match among 6 issues.')
  })

  it.each([
    ['API', ['payments', 'specs/checkout/openapi.yaml']],
    ['ruleset', ['Security baseline', 'House style']],
    ['rule', ['operation-operationId (Security baseline)', 'operation-tags (House style)']],
  ])('groups by %s', async (group, first) => {
    await open(named('typical'))
    await page.locator('#group').selectOption({ label: group })
    await expect.poll(async () => (await headings()).slice(0, 2)).toEqual(first)
  })

  it('lists issues worst first across APIs unless asked otherwise', async () => {
    await open(named('typical'), '')
    expect(await found()).toBe('6 of 6 issues in 1 group')
    const severities = await page.locator('.issue .severity').allInnerTexts()
    expect(severities).toEqual(['error', 'error', 'warn', 'warn', 'info', 'hint'])
  })

  it('opens an issue: how to fix it, and a link to it that works', async () => {
    await open(named('typical'))
    await page.locator('.issue summary').first().click()
    const open1 = page.locator('.issue[open]')
    expect(await open1.locator('dd').first().innerText()).toContain('Give each operation an operationId')
    const link = await open1.getByRole('link').getAttribute('href')
    const id = await open1.getAttribute('id')
    await open(named('typical'), `${link}`)
    expect(await page.locator('.issue[open]').getAttribute('id')).toBe(id)
    expect(await ask("document.activeElement?.closest('details')?.id")).toBe(id)
  })

  it('says why there is a rule, with a link, and shows code as code', async () => {
    const issue = issueOf({ severity: 'error', message: 'No `<b>` in `a', how_to_fix: 'Add `tags`.' })
    const { ruleset_id, rule_id: id } = issue
    const rule = { ruleset_id, id, why: 'Pages group by `tag`.', documentation_url: 'https://a.example/t' }
    await open(reportOf([issue], { rules: [rule] }))
    await page.locator('.issue summary').click()
    const details = page.locator('.issue[open]')
    expect(await details.locator('dd').first().innerText()).toBe('Pages group by tag.')
    expect(await details.locator('code').allInnerTexts()).toEqual(['<b>', 'tag', 'tags'])
    expect(await details.getByRole('link').first().getAttribute('href')).toBe('https://a.example/t')
    await open(reportOf([issue], { rules: [{ ...rule, documentation_url: 'javascript:alert(1)' }] }))
    await page.locator('.issue summary').click()
    expect(await details.getByRole('link').allInnerTexts()).toEqual(['to this issue'])
  })

  it('expands and collapses all issues, also those that come later', async () => {
    await open(named('typical'))
    await page.getByRole('button', { name: 'Expand all' }).click()
    const shown = () =>
      ask(
        "[...document.querySelectorAll('.issue')].filter((each) => each.querySelector('dl')?.checkVisibility()).length",
      )
    await expect.poll(shown).toBe(6)
    await page.locator('#group').selectOption('none')
    await expect.poll(shown).toBe(6)
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await page.locator('#list h2 button').first().click()
    expect(await page.locator('.issue').count()).toBe(6)
    expect(await shown()).toBe(0)
    expect(told).toEqual([])
  })

  it('folds a group, by keyboard', async () => {
    await open(named('typical'))
    await page.locator('#list h2 button').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await messages()).length).toBe(3)
    expect(await ask("document.activeElement?.getAttribute('aria-expanded')")).toBe('false')
  })

  it('is used by keyboard: search, next, previous, open', async () => {
    await open(named('typical'))
    await page.keyboard.press('/')
    await page.keyboard.type('operation')
    await expect.poll(found).toMatch(/^3 of 6/)
    await page.keyboard.press('Escape')
    await expect.poll(found).toMatch(/^6 of 6/)
    await page.locator('#list h2 button').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect.poll(async () => page.locator('.issue').first().getAttribute('open')).toBe('')
  })

  it('hides what is excused until asked, and then says why', async () => {
    await open(named('excused issues'))
    expect(await found()).toBe('2 of 2 issues in 1 group')
    await page.getByLabel('show what is not counted').check()
    await expect.poll(found).toBe('4 of 4 issues in 2 groups')
    await page.locator('.issue.excused summary').first().click()
    expect(await page.locator('.issue[open] dl').innerText()).toContain(
      'waived until 2026-05-31 by Payments: replaced in May',
    )
  })

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(15, 18, 22)'],
  ] as const)('follows a %s system, and the button wins', async (scheme, ground) => {
    await page.emulateMedia({ colorScheme: scheme })
    await open(named('typical'))
    await ask('localStorage.clear()')
    await page.reload()
    const background = () => ask('getComputedStyle(document.body).backgroundColor')
    expect(await background()).toBe(ground)
    const button = page.getByRole('button', { name: /Theme/ })
    await button.click()
    expect(await background()).toBe('rgb(255, 255, 255)')
    await button.click()
    expect(await background()).toBe('rgb(15, 18, 22)')
  })

  it('filters by rule, from its bar too, and sorts', async () => {
    await open(named('typical'))
    await page.locator('#rule').selectOption({ label: 'operation-tags (House style) (1)' })
    await expect.poll(found).toBe('1 of 6 issues in 1 group')
    await page.locator('tr[data-rule] button').first().click()
    await expect.poll(found).toBe('2 of 6 issues in 1 group')
    expect(page.url()).toContain('rule=operation-operationId')
    await page.locator('tr[data-api] button').last().click()
    await expect.poll(found).toBe('3 of 6 issues in 1 group')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('#sort').selectOption({ label: 'name and location' })
    await page.locator('#group').selectOption({ label: 'nothing' })
    await expect.poll(headings).toEqual(['All issues'])
    expect((await messages()).slice(0, 3)).toEqual([
      'Operation must have "operationId".',
      'Operation must have "operationId".',
      'Operation must have non-empty "tags" array.',
    ])
    expect(page.url()).toContain('sort=place')
    expect(page.url()).not.toContain('group=')
  })

  it('is usable with 10,000 issues in less than a second', async () => {
    const session = await page.context().newCDPSession(page)
    // The time of the page's own thread, whatever else the machine does.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const seconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    await page.goto('about:blank')
    const start = await seconds()
    await open(manyIssues(10_000))
    expect(await found()).toBe('10,000 of 10,000 issues in 50 groups')
    expect((await seconds()) - start).toBeLessThan(1)
    expect(await page.locator('.issue').count()).toBeLessThan(1000)
    await page.getByLabel('Search').fill('operation 9876')
    await expect.poll(found).toBe('1 of 10,000 issues in 1 group')
    await page.getByLabel('Search').fill('')
    await expect.poll(found).toBe('10,000 of 10,000 issues in 50 groups')
    await page.getByRole('button', { name: 'Collapse all' }).click()
    expect(await page.locator('.issue').count()).toBe(0)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await page.locator('.group').first().getByRole('button', { name: 'Show all 200' }).click()
    expect(await page.locator('.group').first().locator('.issue').count()).toBe(200)
    const before = await page.locator('.issue').count()
    await page.locator('#more').scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('.issue').count()).toBeGreaterThan(before)
    await page.locator('#sort').selectOption('count')
    await page.locator('#group').selectOption('none')
    await expect.poll(headings).toEqual(['All issues'])
    const beforePress = await seconds()
    await page.locator('.all').click()
    expect(await page.locator('.issue').count()).toBe(2150)
    expect((await seconds()) - beforePress).toBeLessThan(1)
  })

  it.each([
    ['wide', 1280],
    ['narrow', 360],
  ])('keeps the heading of a group above its rows on a %s screen', async (_, width) => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width, height: 700 })
    await open(manyIssues(500))
    expect(await ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await ask('document.querySelectorAll(".issue")[5].scrollIntoView()')
    const above = `(() => {
      const { left, top, width, height } = document.querySelector('.group h2').getBoundingClientRect()
      return [0.2, 0.5, 0.9].map((part) =>
        document.elementFromPoint(left + width / 2, top + height * part).closest('h2') !== null)
    })()`
    expect(await ask(above)).toEqual([true, true, true])
    await page.setViewportSize(size)
  })

  it('lists the worst issues without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    const file = join(folder, 'plain.html')
    writeFileSync(file, html(manyIssues(2000), { color: false, width: 80 }))
    await plain.goto(pathToFileURL(file).href)
    expect(await plain.locator('#list tbody tr').count()).toBe(1000)
    expect(await plain.locator('#list tbody tr').first().innerText()).toContain('does not follow rule')
    expect(await plain.locator('#list').innerText()).toContain(
      '1,000 more issues (1,000 hints) only with JavaScript',
    )
    expect(await plain.locator('#filters, #toolbar, #theme, #more').evaluateAll((all) => all.length)).toBe(4)
    for (const name of ['#filters', '#toolbar', '#theme', '#more'])
      expect(await plain.locator(name).isVisible()).toBe(false)
    await context.close()
  })

  it('prints light, without controls, all rows of what is shown', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(manyIssues(4000), '#severity=warn%2Cinfo&group=api')
    await page.emulateMedia({ media: 'print' })
    await ask('dispatchEvent(new Event("beforeprint"))')
    expect(await page.locator('.issue').count()).toBe(888)
    expect(await ask('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    for (const name of ['#filters', '#theme', '.tools', '.keys'])
      expect(await page.locator(name).isVisible()).toBe(false)
    await ask('dispatchEvent(new Event("afterprint"))')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    expect(await page.locator('.issue').count()).toBeLessThan(300)
  })

  it('nothing acts on any text', async () => {
    const texts = Object.values(hostileStrings)
    const report = {
      ...reportWith(texts.join(' ')),
      issues: texts.flatMap((text) => reportWith(text).issues),
    }
    await open(report, '#excused=1&group=none')
    await ask('while (document.querySelector(".all")) document.querySelector(".all").click()')
    await ask('for (const each of document.querySelectorAll("details")) each.open = true')
    await page
      .locator('.issue dl')
      .nth(report.issues.length - 1)
      .waitFor()
    expect(await page.title()).toBe('Governance: fail')
    expect(await page.locator('img, iframe, object, embed, h1 ~ h1, base').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(2)
    expect(told).toEqual([])
  })
})
