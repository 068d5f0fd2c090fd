import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import { severities } from '../../src/core/model/severity.ts'
import { markdown } from '../../src/reporters/markdown.ts'
import { hostileStrings } from './hostile-strings.ts'
import { manyIssues } from './many-issues.ts'
import { issueOf, reportOf } from './report-of.ts'

const view = { color: false, width: 80 }

/** The blocks of code of a report, as GitHub shows them, and all else. */
function codeOf(text: string): { blocks: string[]; rest: string } {
  const html = marked.parse(text, { gfm: true, async: false })
  const block = /<pre><code class="language-text">([\s\S]*?)<\/code><\/pre>/g
  const blocks = [...html.matchAll(block)].map(([, code = '']) => code)
  return { blocks, rest: html.replace(block, '').replace(/\n+/g, '\n') }
}

describe('the code of issues', () => {
  const here = { severity: 'warn', file: 'a.yaml', line: 2, column: 7 } as const
  const report = reportOf([
    issueOf({ ...here, rule_id: 'one' }),
    issueOf({ ...here, rule_id: 'two' }),
    issueOf({ ...here, line: 1, column: 1, rule_id: 'three' }),
    issueOf({ severity: 'warn', file: 'gone.yaml', line: 2, column: 9 }),
  ])

  it('is shown once for each place, with its rules', () => {
    const sourceText = (file: string) => (file === 'a.yaml' ? 'openapi: 3.1.0\ninfo: {}\n' : undefined)
    expect(codeOf(markdown(report, { ...view, sourceText })).blocks).toEqual([
      `a.yaml:1:1  three
1 │ openapi: 3.1.0
  │ ^^^^^^^
2 │ info: {}

a.yaml:2:7  one, two
1 │ openapi: 3.1.0
2 │ info: {}
  │       ^
`,
    ])
  })

  it('is not shown for what is known or excused', () => {
    const excuses = [{ by: 'base' }, { by: 'baseline' }] as const
    const all = reportOf(
      [
        issueOf({ ...here, line: 1, column: 1 }),
        ...excuses.map((excused) => issueOf({ ...here, rule_id: excused.by, excused })),
      ],
      { baselined_count: 1 },
    )
    const { blocks, rest } = codeOf(
      markdown(all, { ...view, sourceText: () => 'openapi: 3.1.0\ninfo: {}\n' }),
    )
    expect(blocks).toEqual([expect.not.stringContaining('base')])
    expect(rest).toContain('baseline')
  })

  it('is absent without files', () => {
    expect(codeOf(markdown(report, view)).blocks).toEqual([])
    expect(markdown(report, { ...view, sourceText: () => undefined })).toBe(markdown(report, view))
  })

  it.each([
    ...Object.entries(hostileStrings),
    ['fences', '```\n````\n</details>\n@everyone'],
    ['tags', '</code></pre><script>x</script></details>'],
  ])('is text and nothing else with %s', (_name, text) => {
    const sourceText = () => `${text}\n${text}${text}\n${text}\n`
    const shown = markdown(report, { ...view, sourceText })
    expect(codeOf(shown).rest).toBe(codeOf(markdown(report, view)).rest)
    expect(shown).not.toMatch(/^[^\S\n]*::|##\[|##vso\[|##teamcity\[/im)
    expect(shown.match(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u)).toBeNull()
  })

  it.each([20, 200, 5000])('takes no room from the list of %i issues', (count) => {
    const many = manyIssues(count)
    const sourceText = () => 'x: 1\n'.repeat(10_000)
    const shown = markdown(many, { ...view, sourceText })
    const rows = (text: string) => text.match(/^\| (?:error|warn|info|hint) \|.*$/gm)
    expect(rows(shown)).toEqual(rows(markdown(many, view)))
    expect(shown.length).toBeLessThanOrEqual(65_536)
    expect(shown.match(/\^\^/g)?.length ?? 0).toBeLessThanOrEqual(30)
  })
})

describe('a run of 200 definitions', () => {
  const files = Array.from({ length: 200 }, (_, index) => `apis/team-${index % 12}/service-${index}.yaml`)
  const definitions = files.map((file) => ({ file }))
  const issues = files.flatMap((file, at) =>
    Array.from({ length: at % 9 === 0 ? 0 : 1 + (at % 11) }, (_, index): Issue => {
      const severity = severities[index === 0 ? 0 : 1 + (index % 3)] ?? 'hint'
      const words = { message: `\`${file}\` has no part \`${index}\``, how_to_fix: 'Add `a|b`.' }
      const place = { file, api_id: file, line: index + 1, path: `paths./a-${index}|{id}.get` }
      return issueOf({ severity, ...place, ...words, rule_id: `rule-${index}` })
    }),
  )
  const report = reportOf(issues, { run: { ...reportOf([]).run, api_ids: [], definitions } })
  const shown = markdown(report, view)
  const html = marked.parse(shown, { gfm: true, async: false })
  const tables = [...html.matchAll(/<h3>(.*?)<\/h3>\s*<table>([\s\S]*?)<\/table>/g)]
  const readRows = (table = '') =>
    [...table.matchAll(/<tr>\s*<td[\s\S]*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
    )

  it('begins with the worst APIs and rules', () => {
    const failing = new Set(issues.map(({ file }) => file)).size
    expect(tables.map(([, title]) => title)).toEqual([
      `By API: ${failing} of 200 files have issues`,
      'By rule',
    ])
    const [apis, rules] = tables.map(([, , table]) => readRows(table))
    expect([apis?.length, rules?.length]).toEqual([10, 10])
    expect(apis?.[0]).toEqual(['apis/team-10/service-10.yaml', '1', '3', '4', '3'])
    expect(rules?.[0]).toEqual(['rule-0', 'error', String(failing), String(failing), 'Add a&#124;b.'])
  })

  it('lists or counts each API, rule and issue once', () => {
    expect(shown.length).toBeLessThanOrEqual(65_536)
    const more = (words: RegExp) => Number(words.exec(shown)?.[1]?.replace(',', '') ?? 0)
    const rows = shown.match(/^\| (?:error|warn|info|hint) \|.*$/gm) ?? []
    expect(rows.length + more(/([\d,]+) more issues did not fit/)).toBe(issues.length)
    const apis = new Set(shown.match(/^\| `apis[^`]*` \|(?: \d+ \|){4}$/gm))
    const failing = new Set(issues.map(({ file }) => file)).size
    expect(apis.size + more(/([\d,]+) more APIs did not fit/)).toBe(failing)
    expect(shown.match(/^\| `rule-\d+` \|/gm)?.length).toBe(11)
  })

  it('shows code as code, and no backslash', () => {
    expect(html).toContain('<code>apis/team-10/service-10.yaml</code> has no part <code>0</code>')
    expect(html).toContain('<code>a&#124;b</code>')
    expect(html).toContain('<code>paths./a-0&#124;{id}.get</code>')
    expect(html).not.toContain('\\')
  })

  it('counts in no line what does not count', () => {
    const excused = reportOf(
      issues.map((issue) => ({ ...issue, excused: { by: 'base' } as const })),
      { known_count: issues.length, run: report.run },
    )
    expect(markdown(excused, view)).not.toMatch(/[1-9]\d* (?:error|warning)/)
    expect(markdown(excused, view)).toContain(`The issues: ${issues.length.toLocaleString('en')} not counted`)
  })
})
