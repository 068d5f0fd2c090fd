// cli-table3 measures texts with gov's own measure: docs/decisions/table-measure.md.
import { join } from 'node:path'

const width = JSON.stringify(join(import.meta.dirname, '../src/core/text/width.ts'))

/** Resolves cli-table3's `string-width`, here and in the tests. */
export const tableMeasure = {
  name: 'table-measure',
  resolveId: (source, importer) =>
    source === 'string-width' && importer?.includes('/cli-table3/') ? '\0table-measure' : undefined,
  load: (id) => (id === '\0table-measure' ? `module.exports = require(${width}).measureWidth` : undefined),
}
