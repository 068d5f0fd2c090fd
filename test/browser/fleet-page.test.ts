import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severities } from '../../src/core/model/severity.ts'
import { linkToIssues } from '../../src/features/fleet/fleet.ts'
import { fleetHtml } from '../../src/features/fleet/fleet-html.ts'
import { countFleet } from '../../src/features/fleet/read-fleet.ts'
import { issueOf, reportOf, rulesetOf } from '../reporters/report-of.ts'
import { browserPath, openBrowser } from './open-browser.ts'

/** 1,000 APIs by 45 rulesets; every third API has errors, and one in ten has no issue. */
const apis = Array.from({ length: 1000 }, (_, index) => `api-${index}`)
const ids = Array.from({ length: 45 }, (_, index) => `rs-${index}`)
const issues = apis.flatMap((api_id, api) =>
  ids.flatMap((ruleset_id, index) => {
    if (api % 10 === 1 || (api + index) % 4 !== 0) return []
    const severity = api % 3 === 0 && index % 5 === 0 ? 'error' : (severities[1 + (index % 3)] ?? 'warn')
    return [issueOf({ severity, api_id, ruleset_id, rule_id: `rule-${index}` })]
  }),
)

describe.skipIf(!browserPath)('the fleet page in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-fleet-'))
  let browser: Browser
  let page: Page
  const told: string[] = []

  beforeAll(async () => {
    const rulesets = ids.map((id) => rulesetOf(id, `Ruleset ${id}`))
    const run = { ...reportOf([]).run, api_ids: apis, ruleset_ids: ids }
    const file = join(folder, 'fleet.html')
    const known = new Map(apis.map((id, index) => [id, { owners: [`team-${index % 40}`] }]))
    const rules = ids.map((ruleset_id, index) => ({ ruleset_id, id: `rule-${index}`, why: 'A reason' }))
    const fleet = countFleet(reportOf(issues, { rulesets, run, rules }), known)
    writeFileSync(file, fleetHtml(fleet, { issues: linkToIssues('gov.html') }))
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (message) => told.push(message.text()))
    page.on('pageerror', (error) => told.push(error.message))
    await page.goto(pathToFileURL(file).href)
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  const found = () => page.locator('#found').innerText()

  it('has 1,000 rows of a total and 45 cells, and says nothing', async () => {
    expect(await page.locator('.heat tbody tr').count()).toBe(1000)
    expect(await page.locator('.heat td').count()).toBe(46_000)
    expect(await found()).toBe('1000 of 1000')
    expect(told).toEqual([])
  })

  it('filters by API and owner, and by errors', async () => {
    await page.locator('#filter').fill('team-7')
    await expect.poll(found).toBe('25 of 1000')
    await page.locator('#filter').fill('api-99')
    await expect.poll(found).toBe('11 of 1000')
    await page.locator('#failing').check()
    await expect.poll(found).toBe('5 of 1000')
    await page.locator('#failing').uncheck()
    await page.locator('#filter').fill('')
    await expect.poll(found).toBe('1000 of 1000')
  })

  it('shows the APIs of an owner', async () => {
    await page.locator('button.filter').first().click()
    await expect.poll(found).toBe('25 of 1000')
    await page.locator('#filter').fill('')
    await expect.poll(found).toBe('1000 of 1000')
  })

  it('opens a rule: why, how to fix it, and links to its issues', async () => {
    const rule = page.locator('.numbers tbody tr', { hasText: 'rule-0' }).first()
    await rule.locator('summary').click()
    expect(await rule.locator('li').count()).toBe(10)
    expect(await rule.innerText()).toContain('A reason')
    expect(await rule.locator('li a').nth(1).getAttribute('href')).toBe(
      'gov.html#api=api-0&rule=rule-0&ruleset=Ruleset+rs-0',
    )
  })

  it('fits a phone, and has a choice of theme', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Theme: auto' }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light')
  })

  it('keeps the names of rows and columns in view, and opens an API from its row', async () => {
    const heat = page.locator('.heat')
    await heat.evaluate('(element) => element.scrollTo(5000, 5000)')
    const [box, head] = [await heat.boundingBox(), await page.locator('.heat thead th').first().boundingBox()]
    expect(Math.abs((head?.x ?? 0) - (box?.x ?? 0))).toBeLessThan(4)
    expect(Math.abs((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(4)
    await heat.evaluate('(element) => element.scrollTo(0, 0)')
    await page.locator('.heat tbody a').first().click()
    await expect.poll(() => page.locator('#api-0').getAttribute('open')).toBe('')
  })
})
