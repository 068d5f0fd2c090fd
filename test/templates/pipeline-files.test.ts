import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pipelineFile } from '../../src/features/init/pipeline-text.ts'
import { pipelines } from '../../src/features/init/setup.ts'
import { projectRoot } from '../e2e/run-gov.ts'

const names = {
  github: 'github-workflow.yml',
  gitlab: 'gitlab.yml',
  azure: 'azure-pipelines.yml',
  bitbucket: 'bitbucket-pipelines.yml',
  jenkins: 'Jenkinsfile',
}

it.each(pipelines)('the template for %s is what gov init writes for a dashboard', async (pipeline) => {
  const { text } = pipelineFile(pipeline, { address: 'https://dashboard.example.com' }, true)
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'templates', names[pipeline]))
})
