import type { Reader } from './reading.ts'
import { assertValid, elementsOf, schemaFile } from './xml.ts'

export const checkstyle: Reader = async (text) => {
  await assertValid(text, schemaFile('checkstyle.xsd'))
  const elements = elementsOf(text)
  const errors = elements.filter(({ name }) => name === 'error')
  const isFault = (source = '') => /^gov\.[a-z-]+$/.test(source)
  return {
    issues: errors
      .filter(({ attributes }) => !isFault(attributes.source))
      .map(({ attributes }) => `${attributes.severity} ${attributes.message}`),
    faults: errors
      .filter(({ attributes }) => isFault(attributes.source))
      .map(({ attributes }) => attributes.message ?? ''),
    shape: elements.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`),
  }
}
