/** The options of `check`, from the comments of its types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionNames } from '../../../src/library/read-options.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { code, renderTable } from './tables.ts'

export function renderOptions(): string {
  const types = readFileSync(join(projectRoot, 'docs/api.d.ts'), 'utf8')
  const own = ['SettingOptions', 'OwnOptions'].map(
    (name) => new RegExp(`^interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(types)?.[1] ?? '',
  )
  const options = own.join('').matchAll(/^ {4}(?:\/\*\*([\s\S]*?)\*\/\s*)?readonly (\w+)\?: /gm)
  const rows = [...options].map(([, comment = '', name = '']) => [code(name), readComment(comment)])
  const missing = optionNames.filter((name) => !rows.some(([first]) => first === code(name)))
  if (missing.length > 0) throw new Error(`docs/api.d.ts does not have ${missing.join(', ')}`)
  return renderTable(['option', ''], rows)
}

function readComment(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim() || 'As in the config.'
}
