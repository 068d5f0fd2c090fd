import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trend } from '../../src/model/compare/trend.ts'
import type { SeverityCounts } from '../../src/model/severity-counts.ts'
import { trendHtml } from '../../src/reporters/trend/trend-html.ts'
import { browserPath, openBrowser } from './open-browser.ts'

const counts = (at: number): SeverityCounts => ({
  error_count: 40 - at,
  warn_count: 100 + at,
  info_count: at % 3,
  hint_count: 0,
})
const all = Array.from({ length: 30 }, (_, at) => (at === 12 ? undefined : counts(at)))
const named = (kind: 'api' | 'rule', name: string) => ({ kind, name, counts: all })

/** 30 runs, of which one is not compared; 60 APIs, and rules with names that try to be code. */
const trend: Trend = {
  runs: all.map((each, at) => ({
    file: `${at}.json`,
    started: new Date(Date.UTC(2026, 2, 1 + at)).toISOString(),
    note: each ? '' : 'incomplete',
    ...(each && { counts: each, scope: 0 }),
  })),
  series: [
    ...Array.from({ length: 60 }, (_, at) => named('api', `api-${at}`)),
    ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</svg><b>', 'x'.repeat(3000)].map(
      (text) => named('rule', text),
    ),
  ],
}

describe.skipIf(!browserPath)('the trend page in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-trend-'))
  let browser: Browser
  let page: Page
  const told: string[] = []

  beforeAll(async () => {
    const file = join(folder, 'trend.html')
    writeFileSync(file, trendHtml(trend))
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (message) => told.push(message.text()))
    page.on('pageerror', (error) => told.push(error.message))
    page.on('dialog', (dialog) => told.push(dialog.message()))
    await page.goto(pathToFileURL(file).href)
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  it('draws each run within its chart, and says nothing', async () => {
    const chart = page.locator('svg.lines').first()
    const around = await chart.boundingBox()
    const dots = await chart.locator('circle.error').all()
    expect(dots).toHaveLength(29)
    for (const dot of [dots[0], dots[28]]) {
      const box = await dot?.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(around?.x ?? Number.NaN)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))
      expect(box?.y).toBeGreaterThanOrEqual(around?.y ?? Number.NaN)
    }
    expect(await chart.getAttribute('aria-label')).toContain('error')
    expect(told).toEqual([])
  })

  it('falls where errors fall: the last dot is below the first', async () => {
    const dots = page.locator('svg.lines').first().locator('circle.error')
    const [first, last] = [await dots.first().boundingBox(), await dots.last().boundingBox()]
    expect(last?.y).toBeGreaterThan(first?.y ?? Number.NaN)
  })

  it('opens the rows that it folds', async () => {
    const folded = page.locator('details.folded').first()
    await folded.locator('summary').click()
    expect(await folded.locator('tbody tr').last().isVisible()).toBe(true)
  })

  it.each([380, 1280])('fits a screen of %i', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide).toBeLessThanOrEqual(width)
  })

  it('has text that can be read in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const [text, ground] = await page.evaluate<[string, string]>(
      '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
    )
    const brightness = (colour: string) => Number(/\d+/.exec(colour)?.[0])
    expect(brightness(text) - brightness(ground)).toBeGreaterThan(100)
    await page.emulateMedia({ colorScheme: 'light' })
  })
})
