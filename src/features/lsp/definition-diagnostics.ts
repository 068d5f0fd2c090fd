import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import { discoverConfig } from '../../check/config/discover.ts'
import type { Judged } from '../../check/judge.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { faultText, listFaults } from '../../reporters/faults.ts'
import {
  createRanges,
  diagnostic,
  faultDiagnostic,
  findIssueFile,
  issueDiagnostic,
  openRanges,
  problemDiagnostic,
  type Ranges,
} from './diagnostics.ts'
import { configProblems, kindOfFile } from './file-problems.ts'
import type { OnPartFault, PartFault } from './open-parts.ts'
import type { ByFile } from './publisher.ts'
import type { Root } from './root.ts'
import type { ShownRoots } from './roots.ts'
import type { Session } from './session.ts'
import type { BrokenPart, Checked } from './work/worker.ts'

/** Shows what `gov check` says of the definitions that are open, as their texts are in the editor. */
export function showDefinitionDiagnostics(session: Session): ShownRoots {
  return {
    onAnswer: async (answer, root, signal) => {
      const found = await findDefinitionDiagnostics(answer, root, session)
      if (!signal.aborted) session.publisher.publish(root.path, found)
    },
    onClosed: ({ path }) => session.publisher.publish(path, new Map()),
    onFault: showPartFaults(session),
  }
}

async function findDefinitionDiagnostics(
  { judged, error, links, broken }: Checked,
  { path, cwd }: Root,
  session: Session,
): Promise<ByFile> {
  const rangesOfRoot = await openRanges(path, session)
  if (judged === undefined) return new Map([[path, [faultDiagnostic(error, rangesOfRoot)]]])
  const opened = new Map([[path, rangesOfRoot]])
  const found = new Map<string, Diagnostic[]>([[path, ofWhole(judged, rangesOfRoot)]])
  for (const part of broken)
    found.set(part.path, [brokenDiagnostic(part, await openRanges(part.path, session))])
  for (const issue of judged.report.issues) {
    const place = findIssueFile(issue, cwd) ?? path
    const ranges = opened.get(place) ?? (await openRanges(place, session))
    opened.set(place, ranges)
    addToGroup(found, place, issueDiagnostic(issue, ranges, links))
  }
  return found
}

function brokenDiagnostic({ reason, ...place }: BrokenPart, ranges: Ranges): Diagnostic {
  const message = `Not checked: it cannot be parsed: ${reason}`
  return diagnostic(message, 'part-syntax', DiagnosticSeverity.Error, ranges, place)
}

/** Diagnostics for faults that make the report incomplete, and for warnings. */
function ofWhole({ report, warnings }: Judged, ranges: Ranges): Diagnostic[] {
  return [
    ...listFaults(report).map((fault) =>
      diagnostic(`Not checked in full: ${faultText(fault)}`, fault.code, DiagnosticSeverity.Error, ranges),
    ),
    ...warnings.map((warning) => diagnostic(warning, 'warning', DiagnosticSeverity.Information, ranges)),
  ]
}

/**
 * While the config is broken, it is unknown which definition a part belongs to, and the part must not look
 * free of issues. Files that were a part, or look like one, show the fault; for others the config shows it.
 */
function showPartFaults(session: Session): OnPartFault {
  const faults = new Map<string, PartFault>()
  const show = async (path: string) => {
    const fault = faults.get(path)
    const found = fault ? [...ofPart(path, fault, session), ...(await ofConfig(fault, session))] : []
    if (faults.get(path) === fault) session.publisher.publish(`part ${path}`, new Map(found))
  }
  // An open config shows its own faults.
  session.onEvent((what, path) => {
    const isTurn = (what === 'opened' || what === 'closed') && kindOfFile(path, '') === 'config'
    if (isTurn) for (const part of faults.keys()) show(part).catch(session.fail)
  })
  return (path, fault) => {
    if (fault) faults.set(path, fault)
    else faults.delete(path)
    show(path).catch(session.fail)
  }
}

type FoundDiagnostics = readonly (readonly [path: string, readonly Diagnostic[]])[]

/** Words typical of a part of an OpenAPI definition and rare in other files. */
const partLike =
  /\$ref|\b(?:schemas?|responses|properties|parameters|operationId|summary|content|enum|oneOf|anyOf|allOf|get|put|post|delete|patch)["']?\s*:|\btype["']?\s*:\s*["']?(?:string|object|array|integer|number|boolean)\b/

function ofPart(path: string, { error, wasPart }: PartFault, { openText }: Session): FoundDiagnostics {
  const open = openText(path)
  if (open === undefined || kindOfFile(path, open.text) !== undefined) return []
  if (!wasPart && !partLike.test(open.text)) return []
  return [[path, [faultDiagnostic(error, createRanges(open.document))]]]
}

async function ofConfig({ cwd }: PartFault, session: Session): Promise<FoundDiagnostics> {
  const { requestFor, worldIn, openText } = session
  const { config, trustPaths } = requestFor([])
  const file =
    typeof config === 'object' ? resolve(cwd, config.file) : await discoverConfig(cwd).catch(() => undefined)
  if (file === undefined || openText(file)) return []
  const text = await readFile(file, 'utf8').catch(() => '')
  const problems = await configProblems(file, text, trustPaths, worldIn(cwd))
  const ranges = await openRanges(file, session)
  const errors = problems.filter(({ severity }) => severity === 'error')
  return [[file, errors.map((problem) => problemDiagnostic(problem, ranges))]]
}
