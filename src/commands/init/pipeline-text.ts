import { yamlText } from './config-text.ts'
import type { Pipeline, Setup } from './setup.ts'

export interface PipelineFile {
  readonly file: string
  readonly text: string
}

/** The job of a CI system that runs `gov check`, as the package of the repository has it. */
export function pipelineFile(pipeline: Pipeline, setup: Setup): PipelineFile {
  const files: Readonly<Record<Pipeline, PipelineFile>> = {
    github: { file: '.github/workflows/governance.yml', text: githubText(setup) },
  }
  return files[pipeline]
}

function githubText({ url }: Setup): string {
  const token =
    url === 'embedded'
      ? ''
      : `
        env:
          GOV_URL: ${yamlText(url)}
          GOV_TOKEN: \${{ secrets.GOV_TOKEN }}`
  return `name: governance
on: [pull_request]

permissions:
  contents: read

jobs:
  governance:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - run: npm exec --no -- gov check --format github${token}
`
}
