import { join } from 'node:path'
import { createSources } from '../../check/sources.ts'
import { today, type World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import { type RulesetFault, validateRuleset } from '../rulesets/index.ts'
import type { PushStep } from './plan-push.ts'

/** Validates the rulesets to push. Throws GovError, usage, for one that is invalid or needs files. */
export async function requirePushable(
  steps: readonly PushStep[],
  folder: string,
  world: World,
): Promise<void> {
  for (const step of steps) await requireOne(step, folder, world)
}

/** Warns of each ruleset that a push would refuse. */
export async function warnOfUnpushable(
  steps: readonly PushStep[],
  folder: string,
  world: World,
): Promise<void> {
  for (const step of steps) {
    try {
      await requireOne(step, folder, world)
    } catch (error) {
      if (!(error instanceof GovError)) throw error
      world.observe.warning(`${step.id} cannot be pushed: ${error.message}`)
    }
  }
}

async function requireOne(step: PushStep, folder: string, world: World): Promise<void> {
  if (step.kind === 'delete') return
  const file = join(folder, step.local.folder, step.local.rulesFile)
  requirePortable(step.local.rules, file)
  await requireValid(file, world)
}

const mostWarnings = 5

async function requireValid(file: string, { cwd, now, observe }: World): Promise<void> {
  const day = today(now())
  const { problems, warnings = [] } = await validateRuleset(file, createSources(cwd), {
    day,
    for: 'dashboard',
    portability: false,
  })
  for (const warning of warnings.slice(0, mostWarnings)) observe.warning(faultText(warning, file))
  const more = warnings.length - mostWarnings
  if (more > 0) observe.warning(`${file}: ${more} more; gov ruleset validate ${file} lists all warnings`)
  const [first] = problems
  if (first === undefined) return
  const hint = `gov ruleset validate ${file} lists every problem.`
  throw usageError('ruleset-invalid', faultText(first, file), hint)
}

function faultText({ line, column, rule, reason }: RulesetFault, file: string): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`
  return `${place}: ${rule ? `rule "${rule}": ` : ''}${reason}`
}

const builtInOrAddress = /^(?:spectral|vacuum):|^https?:\/\//

/** Throws GovError, usage: a dashboard has no files beside a ruleset, and runs no JavaScript. */
function requirePortable(rules: unknown, file: string): void {
  if (!isRecord(rules)) return
  const code = ['functions', 'functionsDir'].find((key) => rules[key] !== undefined)
  if (code !== undefined) throw notPortable(file, `${code} needs files, which a dashboard does not have`)
  const dated = Object.entries(isRecord(rules.rules) ? rules.rules : {}).find(
    ([, rule]) => isRecord(rule) && isRecord(rule.severity),
  )
  if (dated !== undefined)
    throw notPortable(file, `the severity of ${dated[0]} has a date, which a dashboard does not know`)
  const local = findExtendedFile(rules)
  if (local !== undefined) throw notPortable(file, `extends ${local}, a file that a dashboard does not have`)
}

/** A ruleset that is extended and neither built in nor at a URL. */
export function findExtendedFile(rules: unknown): string | undefined {
  const names = isRecord(rules)
    ? [rules.extends].flat().map((each) => (Array.isArray(each) ? each[0] : each))
    : []
  return names.find((name) => typeof name === 'string' && !builtInOrAddress.test(name))
}

function notPortable(file: string, reason: string) {
  const hint = /has a date/.test(reason)
    ? 'Write one severity, and change it on that day.'
    : 'Put the rules into this file.'
  return usageError('ruleset-not-portable', `${file}: ${reason}`, hint)
}
