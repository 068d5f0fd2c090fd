/** The options and the result of `check`, from the comments of its types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionNames } from '../../../src/library/read-options.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { code, renderTable } from './tables.ts'

const types = readFileSync(join(projectRoot, 'docs/api.d.ts'), 'utf8')

export function renderResult(): string {
  return renderTable(['value', ''], listMembers('CheckResult'))
}

export function renderOptions(): string {
  const rows = ['SettingOptions', 'OwnOptions'].flatMap(listMembers)
  const missing = optionNames.filter((name) => !rows.some(([first]) => first === code(name)))
  if (missing.length > 0) throw new Error(`docs/api.d.ts does not have ${missing.join(', ')}`)
  return renderTable(['option', ''], rows)
}

function listMembers(type: string): readonly (readonly string[])[] {
  const own = new RegExp(`^interface ${type} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(types)?.[1] ?? ''
  const members = own.matchAll(/^ {4}(?:\/\*\*([\s\S]*?)\*\/\s*)?readonly (\w+)\??: /gm)
  return [...members].map(([, comment = '', name = '']) => [code(name), readComment(comment)])
}

function readComment(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim() || 'As in the config.'
}
