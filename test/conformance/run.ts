/** Prints how gov and Spectral agree, document by document and rule by rule. Exits 1 unless they do. */
import { existsSync } from 'node:fs'
import { type Agreement, compare, type Row } from './compare.ts'
import { documents, ourRows, shared, theirRows } from './rows.ts'

/** The longest names of rules. */
const width = 36

const columns = ['ours', 'theirs', 'both', 'only ours', 'only theirs']

function printTable(document: string, agreements: readonly Agreement[]): void {
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(11))].join(' ')
  print(line(document, columns))
  for (const { rule, ours, theirs, both, onlyOurs, onlyTheirs } of agreements) {
    print(line(rule, [ours, theirs, both, onlyOurs.length, onlyTheirs.length]))
  }
  for (const { onlyOurs, onlyTheirs } of agreements) {
    for (const row of onlyOurs) print(`  only ours:   ${printRow(row)}`)
    for (const row of onlyTheirs) print(`  only theirs: ${printRow(row)}`)
  }
  print('')
}

function printRow({ code, severity, path, line }: Row): string {
  return `${code} ${severity} ${path} (line ${line})`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

if (existsSync(`${shared}/parity/spectral`)) {
  let equal = 0
  let different = 0
  for (const document of documents) {
    const agreements = compare(await ourRows(document), theirRows(document))
    printTable(document, agreements)
    for (const { both, onlyOurs, onlyTheirs } of agreements) {
      equal += both
      different += onlyOurs.length + onlyTheirs.length
    }
  }
  print(`${equal} issues agree, ${different} do not`)
  process.exitCode = different === 0 ? 0 : 1
} else {
  print(`nothing to compare with: ${shared}/parity/spectral is not there`)
  process.exitCode = 1
}
