import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { yamlScalar } from '../../text/yaml-text.ts'
import type { Pipeline, Setup } from './setup.ts'

export interface PipelineFile {
  readonly file: string
  readonly text: string
}

type Address = Pick<Setup, 'url'>

/**
 * The job of a CI system that runs `gov check`, as the package of the repository has it. Where a system reads one file
 * only, that file is the repository's whole pipeline; else the job has a file of its own.
 */
export function pipelineFile(pipeline: Pipeline, setup: Address): PipelineFile {
  return { file: files[pipeline], text: texts[pipeline](setup) }
}

/** Throws GovError, usage, where the file is there: a pipeline that works is not ours to change. */
export async function refusePipelineInTheWay(pipeline: Pipeline, folder: string): Promise<void> {
  const file = files[pipeline]
  const isThere = await access(join(folder, file)).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  throw usageError(
    'pipeline-exists',
    `cannot write the job for ${pipeline}: ${file} already exists`,
    "Add the template's steps by hand (in gov's templates folder), or omit --pipeline.",
  )
}

const files: Readonly<Record<Pipeline, string>> = {
  github: '.github/workflows/governance.yml',
  gitlab: '.gitlab/governance.yml',
  azure: 'azure-pipelines-governance.yml',
  bitbucket: 'bitbucket-pipelines.yml',
  jenkins: 'Jenkinsfile',
}

const texts: Readonly<Record<Pipeline, (setup: Address) => string>> = {
  github: githubText,
  gitlab: gitlabText,
  azure: azureText,
  bitbucket: bitbucketText,
  jenkins: jenkinsText,
}

const check = 'npm exec --no -- gov check'
const image = 'node:22'

/** Annotations and the summary of the job come by themselves. */
function githubText({ url }: Address): string {
  const token =
    url === 'embedded'
      ? ''
      : `
        env:
          GOV_URL: ${yamlScalar(url)}
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
      - run: ${check}${token}
`
}

function gitlabText({ url }: Address): string {
  const address =
    url === 'embedded'
      ? ''
      : `
  # GOV_TOKEN is a masked variable in the project's CI/CD settings.
  variables:
    GOV_URL: ${yamlScalar(url)}`
  return `# Include this file in .gitlab-ci.yml:
#   include: { local: .gitlab/governance.yml }
governance:
  image: ${image}
  stage: test
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH${address}
  script:
    - npm ci
    - ${check} --output gitlab=gl-code-quality.json --output junit=gov-junit.xml
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality.json
      junit: gov-junit.xml
`
}

/** Annotations of the run come by themselves. */
function azureText({ url }: Address): string {
  const token =
    url === 'embedded'
      ? ''
      : `
    env:
      GOV_URL: ${yamlScalar(url)}
      GOV_TOKEN: $(GOV_TOKEN)  # a secret pipeline variable`
  return `# Create an Azure DevOps pipeline from this file. Add it as a build validation of the branch to gate pull requests.
trigger: none

pool:
  vmImage: ubuntu-latest

steps:
  - task: NodeTool@0
    displayName: Node
    inputs:
      versionSpec: 22.x
  - script: npm ci
    displayName: Install
  - script: ${check} --output junit=gov-junit.xml
    displayName: Governance${token}
  - task: PublishTestResults@2
    displayName: Issues as test results
    condition: succeededOrFailed()
    inputs:
      testResultsFormat: JUnit
      testResultsFiles: gov-junit.xml
      testRunTitle: governance
`
}

/** The folder `test-results` is one in which Bitbucket looks for results. */
function bitbucketText({ url }: Address): string {
  const address =
    url === 'embedded'
      ? ''
      : `
            # GOV_TOKEN is a secured repository variable.
            - ${yamlScalar(`export GOV_URL='${url.replaceAll("'", '%27')}'`)}`
  return `image: ${image}

pipelines:
  pull-requests:
    '**':
      - step:
          name: governance
          script:${address}
            - npm ci
            - mkdir -p test-results
            - ${check} --output junit=test-results/gov.xml
`
}

/** In Groovy only `'` and `\` mean anything in a text in single quotes. */
function jenkinsText({ url }: Address): string {
  const environment =
    url === 'embedded'
      ? ''
      : `
  environment {
    GOV_URL = '${url.replaceAll(/['\\]/g, (found) => `\\${found}`)}'
    GOV_TOKEN = credentials('gov-token')  // a "secret text" credential
  }`
  return `pipeline {
  agent any  // with Node 20.19 or later${environment}
  stages {
    stage('governance') {
      steps {
        sh 'npm ci'
        sh '${check} --output junit=gov-junit.xml'
      }
      post {
        always {
          junit 'gov-junit.xml'
        }
      }
    }
  }
}
`
}
