/** The parts of pages that the program's own tables make. In a page, each is between two comments that name it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipelineFile } from '../../../src/features/init/pipeline-text.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { renderInputs, renderOutputs } from './action.ts'
import { renderTools } from './agents.ts'
import { renderCommandLine } from './command-line.ts'
import { renderCiSystems, renderHistorySettings, renderVariables } from './environment.ts'
import { renderExitCodes, renderGaps } from './exit-codes.ts'
import { renderPages } from './index-of-pages.ts'
import { renderOptions, renderResult } from './library.ts'
import { renderBorrowedWords } from './other-tools.ts'
import { renderRequirements } from './policy-file.ts'
import { renderReportFormats } from './reports.ts'
import { renderBreakingRules, renderBuiltInRules, renderFixNotes } from './rules.ts'
import {
  renderCheckKeys,
  renderFormats,
  renderFunctions,
  renderOpenApiFunctions,
  renderRuleKeys,
  renderRulesetKeys,
} from './rulesets.ts'
import { renderSettings } from './settings.ts'

type Parts = Readonly<Record<string, () => string | Promise<string>>>

export const madePages: Readonly<Record<string, Parts>> = {
  'docs/command-line.md': {
    shared: async () => (await renderCommandLine()).shared,
    commands: async () => (await renderCommandLine()).commands,
  },
  'docs/environment.md': { variables: renderVariables, systems: renderCiSystems },
  'docs/settings.md': { settings: renderSettings },
  'docs/built-in-rules.md': { rules: renderBuiltInRules },
  'docs/breaking-rules.md': { rules: renderBreakingRules },
  'docs/ruleset-reference.md': {
    keys: renderRulesetKeys,
    rule: renderRuleKeys,
    check: renderCheckKeys,
    formats: renderFormats,
    functions: renderFunctions,
  },
  'docs/README.md': { pages: renderPages },
  'docs/exit-codes.md': { codes: renderExitCodes, gaps: renderGaps },
  'docs/coming-from.md': {
    spectral: () => renderBorrowedWords('Spectral'),
    redocly: () => renderBorrowedWords('Redocly'),
    vacuum: () => renderBorrowedWords('vacuum'),
    oasdiff: () => renderBorrowedWords('oasdiff'),
  },
  'docs/reports.md': { formats: renderReportFormats },
  'docs/agents.md': { tools: renderTools },
  'docs/library.md': { result: renderResult, options: renderOptions },
  'docs/fixing.md': { rules: renderFixNotes },
  'docs/base.md': { history: renderHistorySettings },
  'docs/conformance.md': { functions: renderOpenApiFunctions },
  'docs/pipelines.md': { inputs: renderInputs, outputs: renderOutputs, gitlab: renderGitlabJob },
  'docs/policy-file.md': { require: renderRequirements },
}

function renderGitlabJob(): string {
  const { file, text } = pipelineFile('gitlab', { address: undefined, base: true, breaking: false }, true)
  return `\`\`\`yaml\n# ${file}\n${text.trimEnd()}\n\`\`\`\n`
}

/** A page with its made parts made again. Throws where it lacks one of them, or has another. */
export async function remakePage(path: string): Promise<string> {
  let text = readFileSync(join(projectRoot, path), 'utf8')
  const parts = Object.entries(madePages[path] ?? {})
  const marks = [...text.matchAll(/^<!-- made: (\w+) -->$/gm)].map(([, name]) => name)
  if (marks.join() !== parts.map(([name]) => name).join())
    throw new Error(`${path} has the parts ${marks.join()}`)
  for (const [name, render] of parts) {
    const made = (await render()).trimEnd()
    const whole = new RegExp(`(<!-- made: ${name} -->\\n)[\\s\\S]*?(<!-- /made -->)`)
    text = text.replace(whole, (_, begin, end) => `${begin}\n${made}\n\n${end}`)
  }
  return text
}
