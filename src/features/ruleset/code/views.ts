import { oneLine } from '../../../core/text/sanitize.ts'
import { joinNames, plural } from '../../../core/text/wording.ts'
import { linesView } from '../../../terminal/views.ts'
import type { PushOutcome } from './apply-push.ts'
import type { ContentChange } from './content.ts'
import type { PushConflict, PushPlan, PushStep } from './plan-push.ts'
import type { PullOutcome } from './pull-rulesets.ts'
import type { StepImpact } from './push-impact.ts'

const marks = { create: '+', update: '~', delete: '-', added: '+', removed: '-', changed: '~' } as const

/** The plan for a person: a line for each change, what keeps it from being made, and a summary. */
export function planView({ steps, conflicts, unchanged, kept, foreign }: PushPlan): string {
  const lines = [...steps.flatMap(stepLines), ...conflicts.flatMap(conflictLines)]
  const others = [
    ...note('kept on the dashboard, as --prune is not given', kept),
    ...note('only on the dashboard, and left alone', foreign),
  ]
  const count = (kind: PushStep['kind']) => steps.filter((step) => step.kind === kind).length
  const counts = [
    [count('create'), 'to create'],
    [count('update'), 'to update'],
    [count('delete'), 'to delete'],
    [conflicts.length, 'in conflict'],
    [unchanged.length, 'unchanged'],
  ].filter(([number], at) => number !== 0 || at === 4)
  const summary = counts.map(([number, what]) => `${number} ${what}`).join(', ')
  return linesView([
    ...lines,
    ...others,
    ...(lines.length + others.length > 0 ? [''] : []),
    `Rulesets: ${summary}.`,
  ])
}

function stepLines(step: PushStep): string[] {
  const { kind, id } = step
  const name = kind === 'delete' ? step.saved.content.name : step.local.name
  const changes = kind === 'update' ? step.changes : []
  const facts = kind === 'create' ? [`    ${renderState(step.local)}`] : []
  return [oneLine(`${marks[kind]} ${kind} ${id} (${name})`), ...facts, ...changes.map(changeLine)]
}

function renderState({ active, action, categories }: Extract<PushStep, { kind: 'create' }>['local']): string {
  const state = active ? 'active' : 'inactive'
  return oneLine(`${state}, action ${action}, categories: ${categories.join(', ') || 'none'}`)
}

function changeLine({ kind, what, before, after }: ContentChange): string {
  const values = before === undefined ? '' : `: ${JSON.stringify(before)} -> ${JSON.stringify(after ?? '')}`
  return `    ${oneLine(`${marks[kind]} ${what}${values}`)}`
}

const reasons: Readonly<Record<PushConflict['reason'], string>> = {
  changed: "the dashboard's copy changed since the last push or pull; this is what a push would change",
  deleted: 'was deleted on the dashboard since the last push or pull',
  unknown: 'is on the dashboard, and was never pushed or pulled here; this is what a push would change',
  'name-taken': 'cannot have its name, which is that of',
}

function conflictLines({ id, reason, changes, holder }: PushConflict): string[] {
  return [
    oneLine(`! ${id} ${reasons[reason]}${holder === undefined ? '' : ` ${holder}`}`),
    ...changes.map(changeLine),
  ]
}

function note(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [oneLine(`  ${what}: ${ids.join(', ')}`)]
}

/** Summarizes done, failed and remaining steps. */
export function outcomeView({ done, failed, left }: PushOutcome): string {
  if (failed === undefined) return linesView([`Done: ${renderSteps(done)}.`])
  const state = failed.isUnknown ? 'Not known whether it was done' : 'Failed'
  return linesView([
    done.length > 0
      ? `Done: ${renderSteps(done)}.`
      : failed.isUnknown
        ? 'Done: nothing.'
        : 'Nothing was changed.',
    `${state}: ${renderSteps([failed.step])}.`,
    ...(left.length > 0 ? [`Not done: ${renderSteps(left)}.`] : []),
    'Run the command again when the cause is fixed: what is done is not done twice.',
  ])
}

function renderSteps(steps: readonly PushStep[]): string {
  return oneLine(steps.map(({ kind, id }) => `${kind} ${id}`).join(', '))
}

/** The plan for a program. `state` of each step: `planned`, `done`, `failed`, `unknown`. */
export function planJson({ steps, conflicts, ...others }: PushPlan, outcome?: PushOutcome): object {
  return {
    steps: steps.map((step) => ({
      kind: step.kind,
      id: step.id,
      changes: step.kind === 'update' ? step.changes : [],
      state: renderOutcome(step, outcome),
    })),
    conflicts,
    ...others,
  }
}

function renderOutcome(step: PushStep, outcome: PushOutcome | undefined): string {
  if (outcome?.done.includes(step)) return 'done'
  if (outcome?.failed?.step !== step) return 'planned'
  return outcome.failed.isUnknown ? 'unknown' : 'failed'
}

export function pullView({ written, unchanged, kept, local }: PullOutcome, folder: string): string {
  const lines = [
    ...note('wrote', written),
    ...note('changed in the folder, to be pushed', kept),
    ...note('only in the folder', local),
  ].map((line) => line.trimStart())
  return linesView([
    ...lines,
    oneLine(`Folder ${folder}: ${written.length} written, ${unchanged.length} unchanged.`),
  ])
}

const mostNamed = 5

/** A line for each ruleset of the plan: which APIs would newly fail, or why that is not known. */
export function pushImpactView(impacts: readonly StepImpact[]): string {
  return linesView(impacts.map((impact) => oneLine(`Impact of ${impact.id}: ${renderImpact(impact)}.`)))
}

function renderImpact(stepImpact: StepImpact): string {
  if ('not_computed' in stepImpact) return `not computed: ${stepImpact.not_computed.replace(/\.$/, '')}`
  const { newly_failing, newly_passing, unknown, apis, failing, without } = stepImpact
  const names = newly_failing > 0 ? ` (${joinNames(failing, mostNamed)})` : ''
  const parts = [
    `${newly_failing} of ${plural(apis, 'API')} newly fail${names}`,
    `${newly_passing} newly pass`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(without.length > 0 ? [`without the change of ${without.join(', ')}`] : []),
  ]
  return parts.join(', ')
}
