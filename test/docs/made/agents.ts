/** The tools of `gov mcp`, as an agent sees them. */
import { tools } from '../../../src/features/mcp/tools/index.ts'
import { code, plain, renderTable } from './tables.ts'

export function renderTools(): string {
  const rows = tools.map(({ name, schema, description, writes }) => [
    code(name),
    Object.keys(Object(schema().properties)).map(code).join(', '),
    plain(description) + (writes ? ' Only with `--allow-write`.' : ''),
  ])
  return renderTable(['tool', 'arguments', ''], rows)
}
