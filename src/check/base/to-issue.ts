import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '../../core/model/asked.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { contentId } from '../../core/text/digest.ts'
import { splitFile } from '../../engine/referenced-files.ts'
import type { BreakingChange } from '../breaking/breaking-change.ts'
import type { BreakingRule } from '../breaking/rules/rows.ts'
import { definitionRemoved } from './breaking-rules.ts'
import { type DefinitionView, findTarget } from './definition-view.ts'
import type { Base } from './evaluate-base.ts'
import { type ChangePlace, type DefinitionVersion, locateChange } from './locate-change.ts'
import type { RemovedDefinition } from './removed-definitions.ts'

interface FoundChange {
  readonly change: BreakingChange
  readonly rule: BreakingRule
  readonly severity: Severity
}

/** Both versions of a definition, for the issues of its changes. */
export interface ComparedVersions {
  readonly definition: Definition
  readonly before: DefinitionVersion
  readonly after: DefinitionVersion
}

/** A breaking change as an issue of the file that holds its place now. */
export function toIssue(
  { change, rule, severity }: FoundChange,
  { definition, before, after }: ComparedVersions,
  base: Pick<Base, 'kind' | 'name'>,
): Issue {
  const { now, old } = locateChange(change.path, change.oldPath, before, after)
  const { file, path, line, column, location } = now
  const message = `${change.message}${findOldPlace(change, before.view, after.view)}`
  const api_id = definition.api_id ?? definition.file
  const isPart = file !== definition.file
  return {
    _id: contentId([api_id, isPart ? file : '', rule.id, toPointer(path), message], 16),
    api_id,
    ...ofRule(rule, severity),
    message,
    path: path.join('.'),
    ...(path.some((key) => String(key).includes('.')) && { pointer: toPointer(path) }),
    file,
    ...(isPart && { definition: definition.file }),
    location,
    ...(change.operations && { operations: [...change.operations] }),
    line,
    column,
    ...(old && base.kind !== 'saved' && { old_place: toOldPlace(old, base) }),
  }
}

/** The lines of a saved API are those of no file that anybody has. */
function toOldPlace({ file, line, column }: ChangePlace, { kind, name }: Pick<Base, 'kind' | 'name'>) {
  return { ...(kind === 'git' && { base: name }), file, line, column }
}

/** The issue of a removed definition is in the removed file, as nothing else points to it. */
export function removedIssue({ file, api_id }: RemovedDefinition, severity: Severity): Issue {
  return {
    _id: contentId([api_id ?? file, definitionRemoved.id], 16),
    api_id: api_id ?? file,
    ...ofRule(definitionRemoved, severity),
    message: `Definition \`${file}\` was removed`,
    path: '',
    file,
  }
}

function ofRule({ id, title, fix }: BreakingRule, severity: Severity) {
  return {
    ruleset_id: breakingRuleset,
    ruleset_name: 'Breaking changes',
    rule_id: id,
    rule_summary: title,
    how_to_fix: fix,
    severity,
    severity_order: severities.indexOf(severity) + 1,
  }
}

/**
 * The old place, if it is gone and the issue has another. Without its line, which would give the issue
 * another identity when the base moves on.
 */
function findOldPlace({ path: now, oldPath }: BreakingChange, before: DefinitionView, after: DefinitionView) {
  if (findTarget(oldPath, after) || isDeepStrictEqual(now, oldPath)) return ''
  const { name, path } = splitFile(oldPath, before.files)
  return ` (was at ${path.join('.')}${name === undefined ? '' : ` of ${name}`})`
}
