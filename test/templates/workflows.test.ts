import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { projectRoot } from '../e2e/run-gov.ts'

const folder = join(projectRoot, '.github/workflows')
const { scripts } = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))

const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() })
const workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.looseObject({ 'timeout-minutes': z.int(), steps: z.array(step) })),
})

describe.each(readdirSync(folder))('%s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const { permissions, jobs } = workflow.parse(parseDocument(text, 'yaml').value)
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  it('starts with permission to read only', () => {
    expect(permissions).toEqual({ contents: 'read' })
  })

  it('names each action by its commit, with the version beside it', () => {
    const uses = text.match(/uses: .*/g) ?? []
    expect(uses.length).toBe(steps.filter((each) => each.uses !== undefined).length)
    expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('runs scripts of package.json that exist', () => {
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    )
    expect(named.filter((name) => !(String(name) in scripts))).toEqual([])
  })
})
