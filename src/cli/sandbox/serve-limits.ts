import type { Command } from 'commander'
import { serviceLimits } from '../../contract/evaluation.ts'
import { usageError } from '../../model/errors.ts'
import type { ServeOptions } from '../../run/serve.ts'
import { parseDuration } from '../../settings/duration.ts'

/** The limits of a served sandbox, as they were typed. */
export interface LimitFlags {
  readonly maxApis: string
  readonly maxRulesets: string
  readonly maxCategories: string
  readonly maxIssues: string
  readonly maxBody: string
  readonly maxTime: string
  readonly maxMemory: string
}

export function addLimitFlags(command: Command): Command {
  const { apis, rulesets, categories, issues, bodyBytes } = serviceLimits
  return command
    .option('--max-apis <number>', 'maximum APIs per evaluation, or "none"', String(apis))
    .option('--max-rulesets <number>', 'maximum rulesets per evaluation, or "none"', String(rulesets))
    .option('--max-categories <number>', 'maximum categories per evaluation, or "none"', String(categories))
    .option('--max-issues <number>', 'maximum issues per response, or "none"', String(issues))
    .option('--max-body <bytes>', 'the size of a request\'s body, or "none"', String(bodyBytes))
    .option('--max-time <duration>', 'time limit per evaluation, such as 30s, or "none"', '60s')
    .option('--max-memory <megabytes>', 'memory limit per evaluation, at least 64, or "none"', '1024')
}

/** What an evaluation may ask for and answer. Throws GovError, usage. */
export function readLimits(flags: LimitFlags): ServeOptions['limits'] {
  return {
    apis: readLimit('--max-apis', flags.maxApis),
    rulesets: readLimit('--max-rulesets', flags.maxRulesets),
    categories: readLimit('--max-categories', flags.maxCategories),
    issues: readLimit('--max-issues', flags.maxIssues),
    bodyBytes: readLimit('--max-body', flags.maxBody),
  }
}

/** The time and memory that it may take. Throws GovError, usage. */
export function readWorkLimits(flags: LimitFlags): Pick<ServeOptions, 'timeLimitMs' | 'memoryLimitMb'> {
  return { timeLimitMs: readTime(flags.maxTime), memoryLimitMb: readMemory(flags.maxMemory) }
}

function readTime(text: string): number {
  const time = text === 'none' ? Number.POSITIVE_INFINITY : parseDuration(text)
  if (time !== undefined) return time
  const what = `--max-time must be a duration, not ${JSON.stringify(text)}`
  throw usageError('flag-invalid', what, 'Write a whole number and its unit, such as 500ms, 30s or 5m.')
}

/** The program itself takes some: with less than this no evaluation would come to an end. */
const leastMemoryMb = 64

function readMemory(text: string): number {
  const megabytes = readLimit('--max-memory', text)
  if (megabytes >= leastMemoryMb) return megabytes
  const what = `--max-memory must be at least ${leastMemoryMb} megabytes, not ${megabytes}`
  throw usageError('flag-invalid', what, `Write ${leastMemoryMb} or more, or none.`)
}

function readLimit(flag: string, text: string): number {
  return text === 'none' ? Number.POSITIVE_INFINITY : readNumber(flag, text)
}

/** A flag's whole number from 0. Throws GovError, usage. */
export function readNumber(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw usageError(
    'flag-invalid',
    `${flag} must be a whole number, not ${JSON.stringify(text)}`,
    `Write digits only, such as ${flag} 10.`,
  )
}
