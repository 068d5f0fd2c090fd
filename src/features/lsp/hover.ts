import type { Connection, Hover, Position, ServerCapabilities } from 'vscode-languageserver'
import { GovError } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { chooseFence } from '../../reporters/markup-text.ts'
import { explanationView, findRules } from '../explain/index.ts'
import { findIssuesInRange, type ShownIssue } from './diagnostics.ts'
import { cancellable } from './lifecycle.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

export function addHover(connection: Connection, session: Session, roots: Roots): ServerCapabilities {
  connection.onHover(
    cancellable(({ textDocument, position }) => {
      const path = session.pathOf(textDocument.uri)
      return path === undefined ? null : explainIssues(path, position, session, roots)
    }),
  )
  return { hoverProvider: true }
}

const viewWidth = 76
/** More would be read by nobody. */
const mostRules = 3

async function explainIssues(
  path: string,
  at: Position,
  session: Session,
  roots: Roots,
): Promise<Hover | null> {
  const shown = await findIssuesInRange(path, { start: at, end: at }, session, roots)
  const rules = [...new Map(shown.map((each) => [each.issue.rule_id, each])).values()].slice(0, mostRules)
  const [first] = rules
  if (first === undefined) return null
  const texts = await Promise.all(rules.map((rule) => findExplanation(rule, session)))
  return { contents: { kind: 'markdown', value: texts.join('\n\n') }, range: first.diagnostic.range }
}

/** Finds what the issue itself says, where the rule cannot be looked up. */
async function findExplanation({ issue, root: { cwd } }: ShownIssue, session: Session): Promise<string> {
  const world = session.worldIn(cwd)
  try {
    const { explain } = await findRules(session.requestFor([]), undefined, world)
    return fenced(explanationView(await explain(issue.rule_id), viewWidth))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return fenced(listFacts(issue))
  }
}

function listFacts({ rule_id, severity, message, how_to_fix }: Issue): string {
  const fix = how_to_fix ? `\n\nFix: ${how_to_fix}` : ''
  return sanitize(`${rule_id} (${severity})\n\n${message}${fix}`)
}

/** Fences untrusted text, so that Markdown shows it literally. */
function fenced(text: string): string {
  const fence = chooseFence(text)
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}
