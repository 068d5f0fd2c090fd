import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'
import { tempTree } from '../temp-tree.ts'

const listed = spawnSync(process.execPath, [join(projectRoot, 'build/task.js')], { encoding: 'utf8' })
const tasks = listed.stderr.replace(/^.*: /, '').trim().split(', ')

it('names its tasks, and every task that the project names is one of them', () => {
  expect(listed.status).toBe(2)
  expect(tasks).toContain('fuzz')
  const files = execFileSync('git', ['ls-files', '*.md', '*.yml', '*.ts', '*.js', 'Dockerfile'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  const named = files
    .trim()
    .split('\n')
    .flatMap((file) => [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/run (?:--silent )?task -- ([a-z-]+)/g),
    ])
    .map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !tasks.includes(name))).toEqual([])
})

it('package.json has ten scripts: all else is a task', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toHaveLength(10)
})

it('the build refuses the folder of another project, and installs nothing there', async () => {
  const cwd = await tempTree({ 'package.json': '{}' })
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'build/bundle.js')], {
    cwd,
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('build/bundle.js builds its own project alone')
})
