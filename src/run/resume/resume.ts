import { resolve } from 'node:path'
import type { Answer } from '../../gate/answer.ts'
import type { Definition } from '../../model/asked.ts'
import { type GovError, usageError } from '../../model/errors.ts'
import { type EvaluatedReport, isEvaluated } from '../../model/report.ts'
import type { Resume } from '../../model/resume.ts'
import { isOutdated } from '../../model/severity-change.ts'
import { digestOf } from '../../text/digest.ts'
import type { CheckPlan, Resumed } from '../check-plan.ts'
import { today } from '../excuses.ts'
import { fileDigest } from '../folder-digest.ts'
import { readReport } from '../reports/read-report.ts'
import type { World } from '../world.ts'
import { canonicalJson, restoreAnswers, saveAnswers } from './saved-answers.ts'

/** What was answered longer ago says too little of today's APIs and rulesets. */
const longestMs = 24 * 60 * 60 * 1000
/** Two machines' clocks. */
const aheadMs = 5 * 60 * 1000
const hint = 'Run the whole check again, without --resume.'

/** What a stopped run leaves in its report. Undefined where no credential can seal it. */
export function resumeOf(
  answers: readonly Answer[],
  report: EvaluatedReport,
  basis: Resume['basis'],
  seal: CheckPlan['seal'],
): Resume | undefined {
  if (seal === undefined) return undefined
  const saved = { basis, answers: saveAnswers(answers, report) }
  return { ...saved, seal: seal(sealed(report, saved)) }
}

/** The answers of a stopped run. Throws GovError, usage, unless gov wrote them with this credential, within a day. */
export async function readResumed(
  file: string,
  { seal, dashboardName }: Pick<CheckPlan, 'seal' | 'dashboardName'>,
  { cwd, now }: Pick<World, 'cwd' | 'now'>,
): Promise<Resumed> {
  if (seal === undefined) {
    const message = `--resume needs a dashboard, but the dashboard is ${dashboardName}`
    throw usageError('resume-elsewhere', message, 'Omit the flag: a local check asks nobody.')
  }
  const report = await readReport(cwd, file)
  if (!isEvaluated(report) || report.resume === undefined)
    throw refused(file, 'it is not of a run that stopped after a response')
  const { resume, run } = report
  if (seal(sealed(report, resume)) !== resume.seal)
    throw refused(
      file,
      'it was edited, or written with another token, other headers or for another dashboard',
    )
  const started = run.resumed?.started ?? run.started
  const age = now().getTime() - Date.parse(started)
  if (!(age < longestMs && age > -aheadMs))
    throw refused(file, 'its first response is not of the last 24 hours')
  const day = today(now())
  // A severity may have changed since.
  const answers = [...restoreAnswers(resume.answers, report)].filter(
    ([, { issues }]) => !issues.some((issue) => isOutdated(issue, day)),
  )
  return { file, started, basis: resume.basis, answers: new Map(answers) }
}

/** Throws GovError, usage, and names what differs. */
export function refuseOther({ file, basis: then }: Resumed, basis: Resume['basis']): void {
  const names = Object.keys({ ...then, ...basis }).filter((name) => then[name] !== basis[name])
  if (names.length > 0) throw refused(file, `these have changed: ${names.join(', ')}`)
}

function sealed(
  { issues, rulesets, run: { started, resumed } }: EvaluatedReport,
  { basis, answers }: Omit<Resume, 'seal'>,
): string {
  return canonicalJson([started, resumed, basis, answers, rulesets, issues])
}

function refused(file: string, why: string): GovError {
  return usageError('resume-refused', `cannot resume ${file}: ${why}`, hint)
}

/** A digest of each thing that decides a run against a dashboard, by its name; `definitions` have theirs. */
export async function basisOf(
  plan: CheckPlan,
  definitions: readonly Definition[],
  { cwd, version }: Pick<World, 'cwd' | 'version'>,
): Promise<Readonly<Record<string, string>>> {
  const { asked, diagnose, dashboardName, policy, policyFile, required, waivers } = plan
  const { baseline, strictBaseline } = plan
  const content = baseline === undefined ? undefined : await fileDigest(resolve(cwd, baseline))
  const parts: Readonly<Record<string, unknown>> = {
    'the dashboard': dashboardName,
    'what is asked for': [asked, diagnose],
    'the definitions': definitions,
    'the policy': [policy, policyFile, required],
    'the waivers': waivers,
    'the baseline': [baseline, content, strictBaseline],
    'the version of gov': version,
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, digestOf(JSON.stringify(part))] as const),
  )
}
