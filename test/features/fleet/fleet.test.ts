import { expect, it } from 'vitest'
import {
  type Fleet,
  type FleetCell,
  fleetCsv,
  linkToApi,
  linkToIssues,
} from '../../../src/features/fleet/fleet.ts'
import { fleetHtml } from '../../../src/features/fleet/fleet-html.ts'
import { runProgram as main } from '../../../src/main.ts'
import { hostileStrings } from '../../reporters/hostile-strings.ts'
import { reportOf } from '../../reporters/report-of.ts'
import { reporters } from '../../reporters/reporters.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

const none = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
const cells: readonly FleetCell[] = [
  { ...none, error_count: 30, warn_count: 4, asked: true, checked: true },
  { ...none, warn_count: 6, asked: true, checked: false },
  { ...none, asked: true, checked: true },
  { ...none, asked: true, checked: false },
  { ...none, asked: false, checked: true },
]

function fleetWith(text: string): Fleet {
  const words = { why: text, how_to_fix: text, documentation_url: 'https://a.example/' }
  const count = { name: text, ruleset: text, apis: 1, change: 2, ...none, error_count: 3, ...words }
  return {
    started: text,
    dashboard: text,
    complete: false,
    outcome: 'incomplete',
    reasons: [text],
    excused: 2,
    ...none,
    rulesets: cells.map(() => count),
    apis: [
      {
        id: text,
        name: text,
        saved: true,
        verdict: 'unknown',
        passes: false,
        owners: [text],
        cells,
        rules: [count],
        ...none,
      },
    ],
    rules: [count],
    owners: [{ ...count, failing: 1 }],
    folders: [{ ...count, failing: 1 }],
    earlier: { started: text, note: text, apart: text },
  }
}

const given = { api: linkToApi('https://dashboard.example/{id}') }

it('shows the number of issues in the colour of the worst, and says what is not proven', () => {
  const page = fleetHtml(fleetWith('payments'))
  const [row = ''] = /<tbody><tr[\s\S]*?<\/tr>/.exec(page.slice(page.indexOf('class="heat"'))) ?? []
  expect([...row.matchAll(/<td class="([\w-]+)">([^<]*)/g)].map(([, name, text]) => [name, text])).toEqual([
    ['total', '0'],
    ['error-3', '34'],
    ['warn-2', '6?'],
    ['clean', '0'],
    ['unchecked', '?'],
  ])
  expect(page).toContain('This run is incomplete: it does not prove that 1 API of 1 was checked.')
  expect(page).toContain('2 issues that a waiver or the baseline excuses not counted.')
})

it('links only to the address that was given', () => {
  const links = (page: string) => [...page.matchAll(/href="([^"#][^"]*)"/g)].map(([, to]) => to)
  expect(links(fleetHtml(fleetWith('a/b')))).toEqual(['data:,', 'https://a.example/'])
  expect(links(fleetHtml(fleetWith('a/b'), given))).toEqual([
    'data:,',
    'https://a.example/',
    'https://dashboard.example/a%2Fb',
  ])
})

it('links to the issues of an API, and of a rule in it', () => {
  const issues = linkToIssues('gov.html')
  const page = fleetHtml(fleetWith('a&b'), { issues })
  expect(page).toContain('href="gov.html#api=a%26b"')
  expect(page).toContain('href="gov.html#api=a%26b&amp;rule=a%26b&amp;ruleset=a%26b"')
})

it.each(['javascript:alert(1)', 'data:text/html,x', '//a.example/x', 'gov.html#api=a', 'a b', ''])(
  'refuses %j for a report',
  (address) => expect(() => linkToIssues(address)).toThrow('HTML report'),
)

it.each(['gov.html', '../a/gov.html', 'https://ci.example/1/gov.html?x=1'])(
  'takes %j for a report',
  (address) => expect(linkToIssues(address)({ api: 'a' })).toBe(`${address}#api=a`),
)

it('is CSV without formulas', () => {
  const [head, first] = fleetCsv(fleetWith('=1+1')).split('\r\n')
  expect(head).toBe('api,name,owners,ruleset,checked,error,warn,info,hint,total')
  expect(first).toBe("'=1+1,'=1+1,'=1+1,'=1+1,yes,30,4,0,0,34")
})

it.each(Object.entries(hostileStrings))('nothing acts on %s', (name, text) => {
  const shape = (page: string) =>
    page
      .replace(/<(style|script)[\s\S]*?<\/\1>|<\/?code>/g, '')
      .match(/<[a-z/][^>]*>/g)
      ?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'))
  if (name !== 'nothing')
    expect(shape(fleetHtml(fleetWith(text), given))).toEqual(shape(fleetHtml(fleetWith('x'), given)))
  expect(
    fleetCsv(fleetWith(text))
      .replaceAll('\r', '')
      .match(/[^\P{Cc}\n]|^\s*::|##\[|##vso\[/imu),
  ).toBeNull()
})

it.each(['dashboard.example/{id}', 'https://dashboard.example', 'javascript:alert({id})', ''])(
  'refuses the address %j',
  (address) => expect(() => linkToApi(address)).toThrow('http or https'),
)

it('prints no page to a terminal, unless - asks for it', async () => {
  const run = reporters.json(reportOf([]), { color: false, width: 80 })
  const cwd = await tempTree({ 'run.json': run })
  const print = async (isTTY: boolean, ...flags: string[]) => {
    const { context, stdout, stderr } = testProcess({ cwd, terminals: isTTY ? ['stdout'] : [] })
    const code = await main(['report', 'fleet', 'run.json', ...flags], context)
    return [code, stdout().slice(0, 15), stderr()]
  }
  const page = [0, '<!doctype html>', '']
  expect(await print(false)).toEqual(page)
  expect(await print(true, '--output', '-')).toEqual(page)
  expect(await print(true, '--output', 'fleet.html')).toEqual([0, '', ''])
  expect(await print(true, '--format', 'json')).toMatchObject([0, '{\n  "started": ', ''])
  const [code, out, said] = await print(true)
  expect([code, out]).toEqual([2, ''])
  expect(said).toContain('Write it to a file: gov report fleet run.json --output fleet.html.')
})

const definition = 'openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const rules = (name: string, severity: string) =>
  `rules: { ${name}: { given: $.info, severity: ${severity}, then: { field: contact, function: truthy } } }\n`

it.each<[string, string, string, string]>([
  ['an entry of policy.rulesets', 'rulesets: { rules: { fail_on: warn } }', '0 of 1 API pass', 'fails'],
  [
    'a rule that matches nothing',
    'on_unmatched: fail, fail_on: never',
    '1 of 1 API passes, but the run failed',
    'passes',
  ],
])('a run that failed by %s does not look as if it passed', async (_name, policy, words, verdict) => {
  const more = policy.includes('unmatched') ? rules('idle', 'warn').replace('$.info', '$.nothing') : undefined
  const cwd = await tempTree({
    '.governance.yml': `version: 1\ndefinitions: [a.yaml]\nruleset_files: [rules.yaml${more ? ', more.yaml' : ''}]\npolicy: { ${policy} }\n`,
    'rules.yaml': rules('contact', 'warn'),
    'more.yaml': more ?? '',
    'a.yaml': definition,
  })
  const runGov = async (...args: string[]) => {
    const { context, stdout } = testProcess({ cwd })
    return { code: await main(args, context), text: stdout() }
  }
  expect((await runGov('check', '--output', 'json=run.json')).code).toBe(1)
  const { apis, outcome } = JSON.parse((await runGov('report', 'fleet', 'run.json', '-f', 'json')).text)
  expect([outcome, apis[0].verdict]).toEqual(['failed', verdict])
  expect((await runGov('report', 'fleet', 'run.json')).text).toContain(`<title>Governance: ${words}</title>`)
})
