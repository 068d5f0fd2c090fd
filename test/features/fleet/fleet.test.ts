import { expect, it } from 'vitest'
import type { Fleet, FleetCell } from '../../../src/features/fleet/fleet.ts'
import { fleetCsv } from '../../../src/features/fleet/fleet-csv.ts'
import { fleetHtml } from '../../../src/features/fleet/fleet-html.ts'
import { createLink } from '../../../src/features/fleet/link-to.ts'
import { hostileStrings } from '../../reporters/hostile-strings.ts'

const none = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
const cells: readonly FleetCell[] = [
  { ...none, error_count: 30, warn_count: 4, asked: true, checked: true },
  { ...none, warn_count: 6, asked: true, checked: false },
  { ...none, asked: true, checked: true },
  { ...none, asked: true, checked: false },
  { ...none, asked: false, checked: true },
]

function fleetWith(text: string): Fleet {
  const count = { name: text, ruleset: text, apis: 1, change: 2, ...none, error_count: 3 }
  return {
    started: text,
    dashboard: text,
    complete: false,
    excused: 2,
    ...none,
    rulesets: cells.map(() => count),
    apis: [{ id: text, name: text, saved: true, owners: [text], cells, rules: [count], ...none }],
    rules: [count],
    owners: [{ ...count, failing: 1 }],
    earlier: { started: text, note: text },
  }
}

const linkOf = createLink('https://dashboard.example/{id}')

it('shows the number of issues in the colour of the worst, and says what is not proven', () => {
  const page = fleetHtml(fleetWith('payments'))
  const [row = ''] = /<tbody><tr[\s\S]*?<\/tr>/.exec(page) ?? []
  expect([...row.matchAll(/<td class="([\w-]+)">([^<]*)/g)].map(([, name, text]) => [name, text])).toEqual([
    ['error-3', '34'],
    ['warn-2', '6?'],
    ['clean', '0'],
    ['unchecked', '?'],
  ])
  expect(page).toContain('This run is incomplete: it does not prove that 1 API of 1 was checked.')
  expect(page).toContain('2 excused issues not counted.')
})

it('links only to the address that was given', () => {
  const links = (page: string) => [...page.matchAll(/href="([^"#][^"]*)"/g)].map(([, to]) => to)
  expect(links(fleetHtml(fleetWith('a/b')))).toEqual(['data:,'])
  expect(links(fleetHtml(fleetWith('a/b'), linkOf))).toEqual(['data:,', 'https://dashboard.example/a%2Fb'])
})

it('is CSV without formulas', () => {
  const [head, first] = fleetCsv(fleetWith('=1+1')).split('\r\n')
  expect(head).toBe('api,name,owners,ruleset,checked,error,warn,info,hint,total')
  expect(first).toBe("'=1+1,'=1+1,'=1+1,'=1+1,yes,30,4,0,0,34")
})

it.each(Object.entries(hostileStrings))('nothing acts on %s', (name, text) => {
  const shape = (page: string) =>
    page
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .match(/<[a-z/][^>]*>/g)
      ?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'))
  if (name !== 'nothing')
    expect(shape(fleetHtml(fleetWith(text), linkOf))).toEqual(shape(fleetHtml(fleetWith('x'), linkOf)))
  expect(
    fleetCsv(fleetWith(text))
      .replaceAll('\r', '')
      .match(/[^\P{Cc}\n]|^\s*::|##\[|##vso\[/imu),
  ).toBeNull()
})

it.each(['dashboard.example/{id}', 'https://dashboard.example', 'javascript:alert({id})', ''])(
  'refuses the address %j',
  (address) => expect(() => createLink(address)).toThrow('http or https'),
)
