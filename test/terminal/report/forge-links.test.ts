import { expect, it } from 'vitest'
import { createForgeLinker } from '../../../src/terminal/report/link-place.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { reporters } from '../../reporters/reporters.ts'

const sha = 'a'.repeat(40)
const github = {
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'shop/apis',
  GITHUB_SHA: sha,
}
const gitlab = { CI_PROJECT_URL: 'https://gitlab.example/shop/apis', CI_COMMIT_SHA: sha }

it.each<[string, Record<string, string>, string | undefined, string, string | undefined]>([
  ['GitHub', github, undefined, 'a.yaml', `https://github.example/shop/apis/blob/${sha}/a.yaml#L7`],
  [
    'GitLab',
    gitlab,
    'apis',
    'b c/#a.yaml',
    `https://gitlab.example/shop/apis/-/blob/${sha}/apis/b%20c/%23a.yaml#L7`,
  ],
  ['a file above', github, 'apis', '../a.yaml', `https://github.example/shop/apis/blob/${sha}/a.yaml#L7`],
  ['a file outside', github, undefined, '../a.yaml', ''],
  ['an absolute file', github, undefined, '/etc/a.yaml', ''],
  ['a file at a URL', github, undefined, 'https://x.example/a.yaml', ''],
  ['no job', {}, undefined, 'a.yaml', undefined],
  ['a job without an address', { GITHUB_SHA: sha }, undefined, 'a.yaml', undefined],
  ['another commit', { ...gitlab, CI_COMMIT_SHA: 'main' }, undefined, 'a.yaml', undefined],
  ['another protocol', { ...gitlab, CI_PROJECT_URL: 'javascript:alert(1)' }, undefined, 'a.yaml', undefined],
])('%s', (_, env, folder, file, address) => {
  expect(createForgeLinker({ folder }, env)?.(file, 7, 1)).toBe(address)
})

it('the HTML report links to the lines', () => {
  const linkPlace = createForgeLinker({}, github)
  const report = reportOf([issueOf({ severity: 'error', file: 'a.yaml', line: 7, column: 3 })])
  const page = (view: object) => reporters.html(report, { color: false, width: 80, ...view })
  const link = `${github.GITHUB_SERVER_URL}/shop/apis/blob/${sha}/a.yaml`
  expect(page({ linkPlace })).toContain(`<a href="${link}#L7" rel="noreferrer">`)
  expect(page({ linkPlace })).toContain(`"links":["${link}"]`)
  expect(page({})).not.toContain('/blob/')
})
