import type { Excuse, Issue } from '../../model/issue.ts'
import { sanitize } from '../../text/sanitize.ts'
import { excuseWords } from '../excuse.ts'
import { filePlace } from '../file-place.ts'
import { levels } from './level.ts'
import { messageText } from './text.ts'

/** One issue. A local definition has a physical place; a saved API has no file and is named by its logical place. */
export function toResult(
  issue: Issue,
  rule: { readonly ruleId: string; readonly ruleIndex: number },
  fingerprint: string,
): object {
  return {
    ...rule,
    level: levels[issue.severity],
    message: { text: messageText(issue.message) },
    locations: [location(issue)],
    // Code scanning follows a result by the first of the two; without it, it would hash the line.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'govIssue/v1': fingerprint },
    ...(issue.excused ? { suppressions: [suppression(issue.excused)] } : {}),
    properties: { severity: issue.severity, api_id: sanitize(issue.api_id), issue_id: sanitize(issue._id) },
  }
}

function location(issue: Issue): object {
  const path = sanitize(issue.path)
  const logical = {
    name: path.slice(path.lastIndexOf('.') + 1) || '(root)',
    fullyQualifiedName: path === '' ? sanitize(issue.api_id) : `${sanitize(issue.api_id)}:${path}`,
    kind: 'member',
  }
  return { ...physical(issue), logicalLocations: [logical] }
}

function physical(issue: Issue): object {
  if (issue.file === undefined) return {}
  const { line, column } = filePlace(issue)
  const region = line === undefined ? {} : { region: { startLine: line, ...start(column) } }
  return { physicalLocation: { artifactLocation: artifact(issue.file), ...region } }
}

function start(column: number | undefined): object {
  return column === undefined ? {} : { startColumn: column }
}

/** A relative path is below the repository's root, whatever that is where the report is read. */
function artifact(file: string): object {
  const path = sanitize(file).replaceAll('\\', '/').replace(/^\.\//, '')
  const drive = /^[A-Za-z]:\//.test(path)
  const uri = path.split('/').map(encodeURIComponent).join('/')
  if (drive) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` }
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' }
}

function suppression(excuse: Excuse): object {
  const kind = 'external'
  return { kind, status: 'accepted', justification: messageText(excuseWords(excuse)) }
}
