import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The first start git and other programs most often: to fork takes 2 ms of a worker that has just begun, and 8 ms of one that holds what 100
 * files of tests have left. The others are small for the time that they take: at the end, one core would idle.
 */
const early = [
  'e2e/breaking',
  'e2e/base',
  'e2e/hook',
  'e2e/inline-ignores',
  'e2e/base-code',
  'e2e/fix-diff',
  'e2e/pager',
  'e2e/report-fixes',
  'templates/action',
  'templates/pipelines',
  'e2e/scenarios',
  'attacks/attacks',
  'e2e/progress',
  'e2e/ruleset-impact',
  'e2e/mcp',
  'docs',
  'faults/faults',
  'browser/html-report',
].map((name) => `/test/${name}.test.ts`)

/** vitest would begin with large files. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => early.findIndex((name) => moduleId.endsWith(name))
    const isEarly = (file: TestSpecification) => placeOf(file) !== -1
    const first = sorted.filter(isEarly).toSorted((a, b) => placeOf(a) - placeOf(b))
    return [...first, ...sorted.filter((file) => !isEarly(file))]
  }
}
