import { expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { pipelineFile } from '../../src/features/init/pipeline-text.ts'
import { findsBase, pipelines } from '../../src/features/init/setup.ts'

const asked = pipelines
  .filter(findsBase)
  .flatMap((pipeline) =>
    [undefined, 'https://dashboard.example.com'].flatMap((url) =>
      [true, false].map((isPackage) => ({ pipeline, url, isPackage })),
    ),
  )

it.each(asked)(
  'the job of $pipeline compares with its target: $url, $isPackage',
  ({ pipeline, url, isPackage }) => {
    const without = pipelineFile(pipeline, { address: url }, isPackage).text
    const { text } = pipelineFile(pipeline, { address: url, base: true }, isPackage)
    expect(text.match(/(npm exec --no -- gov|npx --yes \S+) check --base auto/g)).toHaveLength(1)
    expect(text.match(/(fetch-depth: 0|fetchDepth: '0'|depth: full|GIT_DEPTH: 0) {2}#/g)).toHaveLength(1)
    expect(
      parseDocument(text, 'yaml')
        .keyFaults()
        .filter(({ kind }) => kind === 'repeated'),
    ).toEqual([])
    expect(text.split('\n').filter((line) => !without.includes(line)).length).toBeLessThanOrEqual(3)
  },
)
