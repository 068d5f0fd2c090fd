import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Diagnostic } from 'vscode-languageserver'
import { configProblems, kindOfFile } from '../../run/editor/file-problems.ts'
import { discoverConfig } from '../../settings/load/discover.ts'
import { faultDiagnostic, problemDiagnostic } from './diagnostics.ts'
import { openRanges } from './issues-at.ts'
import type { PartFault } from './open-parts.ts'
import { createRanges } from './ranges.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

/**
 * A part must not look like one without issues while it is not known whose part it is. What was a part, or has the words of
 * one, says so. For any other file the config itself does, even if it is not open: the file may be nobody's part.
 */
export function showPartFaults(session: Session, roots: Roots): void {
  const faults = new Map<string, PartFault>()
  const show = async (path: string) => {
    const fault = faults.get(path)
    const found = fault ? [...ofPart(path, fault, session), ...(await ofConfig(fault, session))] : []
    if (faults.get(path) === fault) session.publisher.publish(`part ${path}`, new Map(found))
  }
  roots.onFault((path, fault) => {
    if (fault) faults.set(path, fault)
    else faults.delete(path)
    show(path).catch(session.fail)
  })
  // An open config says itself what is wrong with it.
  session.onEvent((what, path) => {
    const isTurn = (what === 'opened' || what === 'closed') && kindOfFile(path, '') === 'config'
    if (isTurn) for (const part of faults.keys()) show(part).catch(session.fail)
  })
}

type Found = readonly (readonly [path: string, readonly Diagnostic[]])[]

/** What a part of a definition has, and few other files. */
const partLike =
  /\$ref|\b(?:schemas?|responses|properties|parameters|operationId|summary|content|enum|oneOf|anyOf|allOf|get|put|post|delete|patch)["']?\s*:|\btype["']?\s*:\s*["']?(?:string|object|array|integer|number|boolean)\b/

function ofPart(path: string, { error, wasPart }: PartFault, { openText }: Session): Found {
  const open = openText(path)
  if (open === undefined || kindOfFile(path, open.text) !== undefined) return []
  if (!wasPart && !partLike.test(open.text)) return []
  return [[path, [faultDiagnostic(error, createRanges(open.document))]]]
}

async function ofConfig({ cwd }: PartFault, session: Session): Promise<Found> {
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
