import { join } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { isRecord } from '../../model/record.ts'
import { today } from '../excuses.ts'
import { validateRuleset } from '../rulesets/validate-ruleset.ts'
import { createSources } from '../sources.ts'
import type { World } from '../world.ts'
import type { PushStep } from './push-step.ts'

/** Throws GovError, usage: one of the rulesets to be sent is invalid, or needs files. */
export async function requirePushable(
  steps: readonly PushStep[],
  folder: string,
  world: World,
): Promise<void> {
  const reading = { ...world, sources: createSources(world.cwd) }
  for (const step of steps) {
    if (step.kind === 'delete') continue
    const file = join(folder, step.local.folder, step.local.rulesFile)
    requirePortable(step.local.rules, file)
    await requireValid(file, reading)
  }
}

async function requireValid(file: string, { sources, now }: World): Promise<void> {
  const { problems } = await validateRuleset(file, sources, { day: today(now()) })
  const [first] = problems
  if (first === undefined) return
  const place = first.line === undefined ? file : `${file}:${first.line}:${first.column}`
  const hint = `gov ruleset validate ${file} lists every problem.`
  throw usageError(
    'ruleset-invalid',
    `${place}: ${first.rule ? `rule "${first.rule}": ` : ''}${first.reason}`,
    hint,
  )
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
  const names = [rules.extends].flat().map((each) => (Array.isArray(each) ? each[0] : each))
  const local = names.find((name) => typeof name === 'string' && !builtInOrAddress.test(name))
  if (local !== undefined) throw notPortable(file, `extends ${local}, a file that a dashboard does not have`)
}

function notPortable(file: string, reason: string) {
  const hint = /has a date/.test(reason)
    ? 'Write one severity, and change it on that day.'
    : 'Put the rules into this file.'
  return usageError('ruleset-not-portable', `${file}: ${reason}`, hint)
}
