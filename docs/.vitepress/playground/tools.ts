/** `gov fix`, `gov diff` and `gov explain` over the texts of the page, by the program's own code. */
import { resolve } from 'node:path'
import { openVersion } from '../../../src/check/base/definition-view.ts'
import { createKnownFixes } from '../../../src/check/fixable/known-fixes.ts'
import { createMarks, markMakers } from '../../../src/check/fixable/mark-fixes.ts'
import { builtinDrafts, type KnownRuleset } from '../../../src/check/rulesets/known-rulesets.ts'
import { createRemoteFiles } from '../../../src/check/sources/remote-files.ts'
import { createSourceFile, SourceError } from '../../../src/check/sources/source-file.ts'
import { createSourcesWithReader, type Sources } from '../../../src/check/sources/sources.ts'
import { today, type World } from '../../../src/check/world.ts'
import { FileFault } from '../../../src/core/model/file-fault.ts'
import type { Issue } from '../../../src/core/model/issue.ts'
import { rememberPerObject } from '../../../src/core/model/once.ts'
import { applyDay } from '../../../src/engine/apply-day.ts'
import { diffVersions } from '../../../src/features/diff/diff-definitions.ts'
import { diffViews } from '../../../src/features/diff/views.ts'
import { explainRule } from '../../../src/features/explain/explain-rule.ts'
import { fixIssues } from '../../../src/features/fix/fix-definitions.ts'
import { fixMakers } from '../../../src/features/fix/fixes-of.ts'
import { summaryText } from '../../../src/features/fix/views.ts'
import {
  type DefinitionIssue,
  evaluate,
  getDrafts,
  type ReadyRuleset,
} from '../../../src/library/evaluate.ts'
import { unlimited } from '../../../src/sandbox/evaluation/limits.ts'

/** Names and texts, the one that is checked first. */
type Files = readonly [main: TextFile, ...others: TextFile[]]
type TextFile = readonly [name: string, text: string]

/** Columns of a command's output where there is no terminal. */
const width = 120

/** Of two texts of one name the main one counts. */
function listLast([main, ...others]: Files): readonly TextFile[] {
  return [...others, main]
}

/** The texts as the files of a folder. */
function openTexts(files: Files): Sources {
  const texts = new Map(listLast(files).map(([name, text]) => [resolve('/', name), text]))
  return createSourcesWithReader({
    cwd: '/',
    locate: (path) => path,
    remote: createRemoteFiles(),
    stamps: new Map(),
    stampOf: () => undefined,
    note: async () => 'none',
    isInput: () => false,
    realPath: async (path) => (texts.has(path) ? path : undefined),
    read: async (file, noun) => {
      const text = texts.get(resolve('/', file))
      if (text === undefined) throw new SourceError(new FileFault('not-found', 'does not exist'), file, noun)
      return createSourceFile(file, new TextEncoder().encode(text), noun)
    },
  })
}

function openRuleset(ruleset: ReadyRuleset): KnownRuleset {
  const { name } = ruleset
  return { id: name, name, from: 'file', drafts: applyDay(getDrafts(ruleset), today(new Date())) }
}

/** The fixes that marks go by, and those that are made. */
const openFixes = rememberPerObject(async (ruleset: ReadyRuleset) => {
  const known = [openRuleset(ruleset)]
  return {
    marking: await createKnownFixes(known, markMakers),
    making: await createKnownFixes(known, fixMakers),
  }
})

/** What `gov check` says of each issue: whether `gov fix` fixes it. */
export async function listFixable(
  files: Files,
  ruleset: ReadyRuleset,
  found: readonly DefinitionIssue[],
): Promise<readonly boolean[]> {
  const [name] = files[0]
  const { marking, making } = await openFixes(ruleset)
  const issues = found.map((issue) => toIssue(issue, name, ruleset))
  const marked = createMarks(marking).mark(issues, await openTexts(files).readDefinition(name))
  // Where a mark is missing, only making the fix tells.
  return marked.map(({ fixable, ...issue }) =>
    fixable === undefined ? making.of(issue).some(({ safe }) => safe) : fixable === 'safe',
  )
}

/** Makes the safe fixes, or those of one rule at one path: the files that change, and what the command prints. */
export async function fix(
  files: Files,
  ruleset: ReadyRuleset,
  only?: { readonly rule_id: string; readonly path: string },
) {
  const [[name]] = files
  const world = { cwd: '/', sources: openTexts(files) } as World
  const listIssues = async ({ sources }: Pick<World, 'sources'>) => {
    const texts = listLast(files).map(
      async ([file, text]) => [file, await readText(file, text, sources)] as const,
    )
    const all = Object.fromEntries(await Promise.all(texts))
    const found = await evaluate({ name, text: all[name] ?? '', files: all }, ruleset)
    return found.map((issue) => toIssue(issue, name, ruleset))
  }
  const options = { rules: only && [only.rule_id], path: only?.path, writes: true }
  const result = await fixIssues(await listIssues(world), options, {
    fixes: (await openFixes(ruleset)).making,
    findReasonAgainst: async () => undefined,
    recheck: listIssues,
    world,
  })
  return {
    files: result.files.map(({ file, mark, after }) => [file, mark + after] as const),
    text: summaryText(result, { writes: true, choosesRules: only !== undefined }),
  }
}

/** A file that nothing reads as data may have any ending. */
function readText(file: string, text: string, sources: Sources): Promise<string> {
  return sources.read(file, 'file').then(
    (read) => read.text,
    () => text,
  )
}

function toIssue(issue: DefinitionIssue, definition: string, { name }: ReadyRuleset): Issue {
  const part = issue.file !== definition && { definition }
  return { ...issue, ...part, _id: '', api_id: definition, ruleset_id: name }
}

/** What `gov diff OLD NEW` prints. */
export async function diff(oldFiles: Files, newFiles: Files): Promise<string> {
  const [oldVersion, newVersion] = [
    await openVersion(oldFiles[0][0], openTexts(oldFiles)),
    await openVersion(newFiles[0][0], openTexts(newFiles)),
  ]
  const found = diffVersions({ oldVersion, newVersion }, today(new Date()))
  return diffViews.table(found, { color: false, width, isPartial: false })
}

/** What `gov explain RULE --json` prints; undefined: no ruleset here has it. */
export async function explain(files: Files, ruleset: ReadyRuleset, rule: string) {
  const known = [openRuleset(ruleset), ...(await builtinDrafts())]
  return explainRule(rule, known, [], openTexts(files), unlimited)
}
