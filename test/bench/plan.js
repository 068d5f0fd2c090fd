import { availableParallelism, cpus } from 'node:os'
import { growthDocument, roundsOf } from './documents.js'
import { growthRounds, sizes } from './growth.js'
import { versionOf } from './install.js'
import { memorySource, memorySources } from './peak-memory.js'
import { megabytes } from './tables.js'

/** What is about to run, and how long it may take at most: printed before anything is measured. */
export function describePlan({ documents, tools, quick, minutes, notes }) {
  const lines = documents.map((document) => {
    const runs = tools.map((tool) => `${tool.name} ${roundsOf(document, tool, quick)}`).join(', ')
    return `  ${document.name} (${megabytes(document.size)} MB), runs: ${runs}`
  })
  const growth = `  growth: ${growthDocument.name} ${sizes.join(', ')} times, as JSON and YAML, gov ${growthRounds} runs each`
  return [
    [...tools.flatMap(versioned), `Node ${process.version}`, machine()].join(', '),
    `peak memory by ${memorySources[memorySource]}`,
    `to run, at most ${minutes} minutes in all (--minutes), Ctrl-C ends it:`,
    ...lines,
    ...(documents.length > 0 ? [growth] : []),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n')
}

const packages = { spectral: '@stoplight/spectral-cli', redocly: '@redocly/cli' }

function versioned({ id, name }) {
  return packages[id] === undefined ? [] : [`${name} ${versionOf(packages[id])}`]
}

/** The processors, for a heading. */
export function machine() {
  return `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
}
