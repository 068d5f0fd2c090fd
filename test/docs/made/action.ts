/** The inputs and outputs of the action for GitHub, from its `action.yml`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { projectRoot } from '../../e2e/run-gov.ts'
import { code, plain, renderTable } from './tables.ts'

const action = Object(load(readFileSync(join(projectRoot, 'action.yml'), 'utf8')))

export const renderInputs = () => render('input', action.inputs)
export const renderOutputs = () => render('output', action.outputs)

function render(what: string, entries: Readonly<Record<string, { readonly description: string }>>): string {
  const rows = Object.entries(entries).map(([name, { description }]) => [code(name), plain(description)])
  return renderTable([what, ''], rows)
}
