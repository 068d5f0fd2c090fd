import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { projectRoot } from '../e2e/run-gov.ts'

process.stdout.write(
  'not built: Dockerfile, which needs a Docker daemon; the release workflow builds and runs it\n',
)
const text = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')

it('has no fault that the linter knows', () => {
  expect(validate(text)).toEqual([])
  expect(validate('FROM scratch\nUSR gov\n')).not.toEqual([])
})

it('gives an image of the binary alone, which does not run as root', () => {
  const last = text.slice(text.lastIndexOf('FROM '))
  expect(last.trim().split('\n')).toEqual([
    'FROM scratch',
    'COPY --from=build /gov/root /',
    'USER 65532:65532',
    'WORKDIR /work',
    'ENTRYPOINT ["/gov"]',
  ])
})
