import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Reader } from './reading.ts'
import { assertValid, elementsOf, schemaFile } from './xml.ts'

/**
 * The schema of Ant's JUnit task, which the package `junit-xml` carries in its own test. Its later revision also knows
 * `skipped`, the element and the count; they are added here.
 */
const schema = (() => {
  const folder = dirname(createRequire(import.meta.url).resolve('junit-xml'))
  const source = readFileSync(join(folder, 'src/index.test.ts'), 'utf8')
  const [, text = ''] = /antJunitSchema = '((?:[^'\\]|\\.)*)'/.exec(source) ?? []
  const skipped = '<xs:element name="skipped" type="xs:anyType"/>'
  const count = '<xs:attribute name="skipped" type="xs:int"/>'
  const patched = text
    .replaceAll("\\'", "'")
    .replace('<xs:choice minOccurs="0">', (found) => found + skipped)
    .replace(/<xs:attribute name="failures"/, (found) => count + found)
  if (!patched.includes(skipped) || !patched.includes(count)) throw new Error('the schema has changed')
  return patched
})()

export const junit: Reader = async (text) => {
  await Promise.all([assertValid(text, schema), assertValid(text, schemaFile('jenkins-junit.xsd'))])
  const elements = elementsOf(text)
  const suites = elements.filter(({ name }) => name === 'testsuite')
  const cases = elements.filter(({ name }) => name === 'testcase').length
  const sum = (key: string) => suites.reduce((total, { attributes }) => total + Number(attributes[key]), 0)
  const told = (...names: string[]) => elements.filter(({ name }) => names.includes(name))
  const counts = [cases, told('failure').length, told('error').length, told('skipped').length]
  const said = ['tests', 'failures', 'errors', 'skipped'].map(sum)
  if (counts.join() !== said.join()) throw new Error(`the suites count ${said}, and there are ${counts}`)
  return {
    issues: told('failure', 'skipped')
      .filter(({ attributes }) => attributes.type !== 'policy')
      .map(({ name, attributes, text }) => `${name} ${attributes.message ?? text}`),
    faults: told('error').map(({ text }) => text),
    shape: elements.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`),
  }
}
