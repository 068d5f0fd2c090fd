import type { IssueFix } from '../../core/model/fixes.ts'
import type { Excuse, Issue } from '../../core/model/issue.ts'
import type { Run } from '../../core/model/run.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { type FilePlace, filePlace, isOnDrive, repositoryPath } from '../file-place.ts'
import { excuseWords } from '../outcome-words.ts'
import { levels, messageText } from './text.ts'

/**
 * One issue. Code scanning refuses a result without a file: that of a saved API points to the line of the config that
 * names the API, or, if flags named it, to a path made of its id.
 */
export function toResult(
  issue: Issue,
  rule: { readonly ruleId: string; readonly ruleIndex: number },
  fingerprint: string,
  run: Pick<Run, 'named_in' | 'base' | 'folder'> = {},
  fix?: IssueFix | undefined,
): object {
  return {
    ...rule,
    level: levels[issue.severity],
    message: { text: messageText(issue.message) },
    locations: [location(issue, run)],
    // Code scanning follows a result by the first of the two; without it, it would hash the line.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'govIssue/v1': fingerprint },
    ...(run.base && { baselineState: issue.known ? 'unchanged' : 'new' }),
    ...(fix && { fixes: [renderFix(fix, run)] }),
    ...(issue.excused ? { suppressions: [suppression(issue.excused)] } : {}),
    properties: { severity: issue.severity, api_id: sanitize(issue.api_id), issue_id: sanitize(issue._id) },
  }
}

function renderFix({ files }: IssueFix, run: Where): object {
  return {
    description: { text: 'A safe fix of gov fix: what the API means stays the same.' },
    artifactChanges: files.map(({ file, replacements }) => ({
      artifactLocation: artifact(file, run),
      replacements: replacements.map(({ text, ...deleted }) => ({
        deletedRegion: {
          startLine: deleted.start_line,
          startColumn: deleted.start_column,
          endLine: deleted.end_line,
          endColumn: deleted.end_column,
        },
        ...(text !== '' && { insertedContent: { text } }),
      })),
    })),
  }
}

type Where = Pick<Run, 'named_in' | 'folder'>

function location(issue: Issue, run: Where): object {
  const path = sanitize(issue.path)
  const logical = {
    name: path.slice(path.lastIndexOf('.') + 1) || '(root)',
    fullyQualifiedName: path === '' ? sanitize(issue.api_id) : `${sanitize(issue.api_id)}:${path}`,
    kind: 'member',
  }
  return { ...physical(issue, run), logicalLocations: [logical] }
}

function physical(issue: Issue, run: Where): object {
  const place = issue.file === undefined ? configPlace(issue, run) : filePlace(issue)
  if (place === undefined) {
    const uri = encodeURIComponent(sanitize(issue.api_id))
    return { physicalLocation: { artifactLocation: { uri, ...relative } } }
  }
  const { file, line, column } = place
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } }
  return { physicalLocation: { artifactLocation: artifact(file, run), ...region } }
}

function configPlace({ api_id }: Issue, { named_in: namedIn }: Where): FilePlace | undefined {
  if (namedIn === undefined || !Object.hasOwn(namedIn.lines, api_id)) return undefined
  return { file: namedIn.file, line: namedIn.lines[api_id] ?? 1 }
}

/** Below the repository's root, whatever that is where the report is read. */
const relative = { uriBaseId: '%SRCROOT%' }

function artifact(file: string, run: Where): object {
  const path = repositoryPath(sanitize(file), run)
  const uri = path.split('/').map(encodeURIComponent).join('/')
  if (isOnDrive(path)) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` }
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, ...relative }
}

function suppression(excuse: Excuse): object {
  const kind = excuse.by === 'definition' ? 'inSource' : 'external'
  return { kind, status: 'accepted', justification: messageText(excuseWords(excuse)) }
}
