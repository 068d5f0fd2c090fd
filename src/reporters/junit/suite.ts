import { xmlText } from '../markup-text.ts'

export type TestCase = { readonly name: string; readonly group: string } & (
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'error' | 'failure' | 'skipped'
      readonly type: string
      readonly message: string
      readonly text: readonly string[]
    }
)

export interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
  readonly seconds: number
  readonly out: readonly string[]
}

/**
 * A suite that the schemas of Ant and Jenkins both accept: the first requires an id, a package, a host, a time and
 * output, the second a property; it knows `skipped` without attributes.
 */
export function suiteXml(suite: TestSuite, { id, timestamp }: { id: number; timestamp: string }): string {
  const name = xmlText(suite.name) || '-'
  const count = (outcome: string) => suite.cases.filter((testCase) => testCase.outcome === outcome).length
  const attributes = [
    `name="${name}" package="${name}" id="${id}" timestamp="${timestamp}" hostname="localhost"`,
    `tests="${suite.cases.length}" failures="${count('failure')}" errors="${count('error')}"`,
    `skipped="${count('skipped')}" time="${suite.seconds.toFixed(3)}"`,
  ]
  return [
    `  <testsuite ${attributes.join(' ')}>`,
    '    <properties><property name="tool" value="gov"/></properties>',
    ...suite.cases.map(caseXml),
    `    <system-out>${suite.out.map(xmlText).join('\n')}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n')
}

function caseXml(test: TestCase): string {
  const attributes = `name="${xmlText(test.name) || '-'}" classname="${xmlText(test.group) || '-'}" time="0"`
  if (test.outcome === 'passed') return `    <testcase ${attributes}/>`
  const { outcome, type, message, text } = test
  const inner =
    outcome === 'skipped'
      ? `<skipped>${[message, ...text].map(xmlText).join('\n')}</skipped>`
      : `<${outcome} type="${xmlText(type)}" message="${xmlText(message)}">${text.map(xmlText).join('\n')}</${outcome}>`
  return `    <testcase ${attributes}>${inner}</testcase>`
}
