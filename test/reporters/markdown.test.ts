import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
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
