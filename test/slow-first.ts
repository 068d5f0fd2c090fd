import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slow = /\/(?:attacks|scenarios|progress|faults|html-report|hook|pipelines)\.test\.ts$/

/** vitest begins with large files, but these are small for the time that they take: at the end, one core would idle. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
