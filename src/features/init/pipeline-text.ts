import packageJson from '../../../package.json' with { type: 'json' }
import azure from '../../../templates/azure-pipelines.yml?raw'
import bitbucket from '../../../templates/bitbucket-pipelines.yml?raw'
import github from '../../../templates/github-workflow.yml?raw'
import gitlab from '../../../templates/gitlab.yml?raw'
import jenkins from '../../../templates/Jenkinsfile?raw'
import { exists } from '../../check/sources/exists.ts'
import { usageError } from '../../core/model/errors.ts'
import { renderScalar } from '../../core/text/yaml-text.ts'
import { isPublished } from '../../terminal/install-line.ts'
import type { Pipeline, Setup } from './setup.ts'

interface Template {
  /** The repository's whole pipeline for a system that reads one file only; else the job has a file of its own. */
  readonly file: string
  readonly text: string
  /** The lines that only a dashboard needs. */
  readonly dashboard: RegExp
  /** The text that the dashboard's address replaces. */
  readonly example: string
  readonly quoted: (address: string) => string
}

const yamlAddress = { example: 'https://dashboard.example.com', quoted: renderScalar }

const templates: Readonly<Record<Pipeline, Template>> = {
  github: {
    file: '.github/workflows/governance.yml',
    text: github,
    dashboard: /\n +env:\n.*\n.*/,
    ...yamlAddress,
  },
  gitlab: {
    file: '.gitlab/governance.yml',
    text: gitlab,
    dashboard: /\n +# GOV_TOKEN.*\n +variables:\n.*/,
    ...yamlAddress,
  },
  azure: {
    file: 'azure-pipelines-governance.yml',
    text: azure,
    dashboard: /\n +env:\n.*\n.*/,
    ...yamlAddress,
  },
  bitbucket: {
    file: 'bitbucket-pipelines.yml',
    text: bitbucket,
    dashboard: /\n +# GOV_TOKEN.*\n.*/,
    example: `"export GOV_URL='https://dashboard.example.com'"`,
    quoted: (url) => renderScalar(`export GOV_URL='${url.replaceAll("'", '%27')}'`),
  },
  jenkins: {
    file: 'Jenkinsfile',
    text: jenkins,
    dashboard: /\n +environment \{[^}]*\}/,
    example: 'https://dashboard.example.com',
    // In Groovy only `'` and `\` mean anything in a string in single quotes.
    quoted: (url) => url.replaceAll(/['\\]/g, (found) => `\\${found}`),
  },
}

const install = /\n *(?:- (?:run: |script: )?|sh ')npm ci'?(?:\n +displayName: Install)?$/m
const installed = 'npm exec --no -- gov'
const fetched = `npx --yes ${packageJson.name}@${packageJson.version}`

/** The job of a CI system that runs `gov check`: the one of package.json, or else this version from npm. */
export function pipelineFile(
  pipeline: Pipeline,
  setup: Pick<Setup, 'address' | 'base' | 'breaking'>,
  isPackage: boolean,
) {
  const { address, base = false, breaking = false } = setup
  const { file, text, dashboard, example, quoted } = templates[pipeline]
  const job = isPackage ? text : text.replace(install, '').replace(installed, fetched)
  const ofDashboard =
    address === undefined ? job.replace(dashboard, '') : job.replace(example, () => quoted(address))
  return { file, text: base ? sinceBase(ofDashboard, breaking ? ' --breaking error' : '') : ofDashboard }
}

/**
 * GitLab fetches a few commits by default; in the jobs of the others the whole history is fetched anyway. A job for the
 * default branch is left out: there, every issue would count.
 */
function sinceBase(job: string, more: string): string {
  const listed = job.includes('\n  variables:\n') ? '' : '  variables:\n'
  const command = job.includes(installed) ? installed : fetched
  return job
    .replace(`${command} check`, `${command} check --base auto${more}`)
    .replace('\n    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH', '')
    .replace(/\n {2}push:\n {4}branches: .*/, '')
    .replace(/\n {2}# With GIT_DEPTH.*\n/, () => `\n${listed}    GIT_DEPTH: 0  # for --base auto\n`)
}

/** Throws GovError, usage, where the file is there: a pipeline that works is not ours to change. */
export async function refusePipelineInTheWay(pipeline: Pipeline, folder: string): Promise<void> {
  const { file } = templates[pipeline]
  if (!(await exists(folder, file))) return
  const hint = `Add a step that runs "${isPublished ? fetched : installed} check" to it, or omit --pipeline.`
  throw usageError('pipeline-exists', `cannot write the job for ${pipeline}: ${file} already exists`, hint)
}
