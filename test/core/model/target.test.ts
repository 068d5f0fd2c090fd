import { expect, it } from 'vitest'
import type { Issue } from '../../../src/core/model/issue.ts'
import { identifyTarget, nameTarget } from '../../../src/core/model/target.ts'
import { issueOf } from '../../gate/builders.ts'

it.each<[string, Partial<Issue>, string]>([
  ['a saved API', {}, 'api a'],
  ['a definition', { file: 'a.yaml' }, 'file a.yaml'],
  ['a definition, in another file', { file: 'part.yaml', definition: 'a.yaml' }, 'file a.yaml'],
])('an issue is of %s', (_name, part, key) => {
  const issue = issueOf({ _id: '1', ...part })
  expect(nameTarget(issue)).toBe(key)
  expect(identifyTarget(issue).saved).toBe(part.file === undefined)
})
