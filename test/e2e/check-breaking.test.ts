import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formats } from '../../src/core/model/formats.ts'
import { type GitRepository, gitRepository } from './git-repository.ts'
import { type Served, serveSandbox } from './served.ts'

/** An API with operations such as `get /pets`. */
function api(operations: string, version = '"1.4.0"'): string {
  const lines = operations.split(', ').map((operation) => {
    const [method, path] = operation.split(' ')
    return `  ${path}: { ${method}: { responses: { "200": { description: ok } } } }`
  })
  return `openapi: 3.1.0\ninfo: { title: Pets, version: ${version} }\npaths:\n${lines.join('\n')}\n`
}

const rules =
  'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }\n'
const config = 'version: 1\ndefinitions: ["apis/*.yaml"]\nruleset_files: [rules.yaml]\n'

interface Reported {
  readonly exit: number | null
  readonly issues: readonly Record<string, unknown>[]
  readonly report: Record<string, unknown>
  readonly stderr: string
}

interface Repository extends GitRepository {
  readonly check: (flags?: string, env?: Readonly<Record<string, string>>) => Promise<Reported>
}

/** On a branch that begins at main, where one API has two operations. */
async function repository(settings = config): Promise<Repository> {
  const files = {
    'rules.yaml': rules,
    'apis/pets.yaml': api('get /pets, get /cats'),
    '.governance.yml': settings,
  }
  const git = await gitRepository({ files, next: 'git checkout -qb change' })
  const { sh } = git
  const check: Repository['check'] = async (flags = '--base main --breaking error', env = {}) => {
    const { exitCode, stdout, stderr } = await sh(`gov check --ci none --format json ${flags}`, env)
    const report = JSON.parse(stdout || '{}')
    return { exit: exitCode, issues: report.issues ?? [], report, stderr }
  }
  return { ...git, check }
}

const removed = { rule_id: 'breaking-path-removed', ruleset_id: 'gov:breaking', severity: 'error' }

describe('breaking changes', () => {
  it('are issues of the change, in the file as it is now', async () => {
    const { check, write } = await repository()
    write('apis/pets.yaml', api('get /pets'))
    const { exit, issues } = await check()
    expect(exit).toBe(1)
    expect(issues).toEqual([
      {
        ...removed,
        _id: expect.stringMatching(/^[0-9a-f]{16}$/),
        api_id: 'apis/pets.yaml',
        ruleset_name: 'Breaking changes',
        rule_summary: 'A path was removed',
        how_to_fix: expect.stringContaining('deprecated'),
        message: 'Path `/cats` was removed',
        severity_order: 1,
        path: 'paths./cats',
        file: 'apis/pets.yaml',
        line: 3,
        location: { start_line: 3, start_char: 7, end_line: 4, end_char: 56 },
        column: 1,
        old_place: { base: 'main', file: 'apis/pets.yaml', line: 5, column: 3 },
        fixable: 'no',
      },
    ])
  })

  it.each([
    ['table --group-by operation', '/cats 1 error'],
    ['table', 'error apis/pets.yaml@main:5:3 breaking-path-removed Path `/cats` was removed'],
    ['markdown', 'main:5:3`<br>`paths./cats`'],
    ['html', 'apis/pets.yaml@main:5:3'],
    ['unix', 'apis/pets.yaml:3:1: error breaking-path-removed'],
    ['unix', '(paths./cats) (was at apis/pets.yaml@main:5:3)'],
    ['github', 'file=apis/pets.yaml,line=3,col=1'],
    ['github', 'was at apis/pets.yaml@main:5:3'],
    ['sarif', 'Path `/cats` was removed (was at apis/pets.yaml@main:5:3)'],
    ['junit', '(was at apis/pets.yaml@main:5:3)">at apis/pets.yaml:3:1 paths./cats'],
    ['azure', 'linenumber=3;columnnumber=1;code=breaking-path-removed;]Path'],
    ['azure', '(was at apis/pets.yaml@main:5:3)'],
    ['teamcity', '(was at apis/pets.yaml@main:5:3)'],
    ['checkstyle', '(was at apis/pets.yaml@main:5:3)'],
    ['gitlab', '(was at apis/pets.yaml@main:5:3)'],
  ])('are where they were, for what was removed: %s has %s', async (format, text) => {
    const { sh, write } = await repository()
    write('apis/pets.yaml', api('get /pets'))
    const { stdout } = await sh(`gov check --ci none --base main --breaking error --format ${format}`)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  it.each([
    ['pass a change that breaks nothing', 'get /pets, get /cats, get /dogs', '', 0, 0],
    ['are not looked for unless the policy asks', 'get /pets', '--breaking off', 0, 0],
    ['are warnings at most, if the policy says so', 'get /pets', '--breaking warn', 0, 1],
    ['are weighed as warnings then', 'get /pets', '--breaking warn --fail-on warn', 1, 1],
    ['have a budget', 'get /pets', '--breaking error --max-error 1', 0, 1],
    ['count under every base policy', 'get /pets', '--breaking error --base-policy touched', 1, 1],
  ])('%s', async (_name, operations, flags, exit, count) => {
    const { check, write } = await repository()
    write('apis/pets.yaml', api(operations))
    const checked = await check(`--base main ${flags.includes('--breaking') ? flags : '--breaking error'}`)
    expect([checked.exit, checked.issues.length]).toEqual([exit, count])
  })

  it('say so where they were not looked for', async () => {
    const { sh } = await repository()
    expect((await sh('gov check --ci none --base main')).stdout).toContain(
      'breaking changes not looked for (see --breaking)',
    )
    const off = await sh('gov check --ci none --base main --breaking off')
    expect(off.stdout).toContain('breaking changes not looked for (policy.breaking: off)')
  })

  it.each([
    ['', {}],
    ['--breaking warn', {}],
    ['--base auto', { GITHUB_ACTIONS: 'true' }],
  ])('need a base: %s', async (flags, env) => {
    const { sh } = await repository(`${config}policy: { breaking: error }\n`)
    const { exitCode, stderr } = await sh(`gov check ${flags}`, env)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Pass --base')
  })

  it('are of no concern to fixes and baselines', async () => {
    const { sh } = await repository(`${config}baseline: baseline.json\npolicy: { breaking: error }\n`)
    expect((await sh('gov baseline create')).exitCode).toBe(0)
    expect((await sh('gov fix --dry-run')).exitCode).toBe(0)
  })

  it('are refused with --watch', async () => {
    const { sh } = await repository(`${config}policy: { breaking: error }\n`)
    const { exitCode, stderr } = await sh('gov check --watch')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--watch compares with no base')])
  })

  it('have a severity of their own by the policy', async () => {
    const own = (severity: string) =>
      `${config}policy: { breaking: error, breaking_rules: { breaking-path-removed: ${severity} } }\n`
    const { check, sh, write } = await repository(own('info'))
    write('apis/pets.yaml', api('get /pets'))
    expect(await check('--base main')).toMatchObject({ exit: 0, issues: [{ ...removed, severity: 'info' }] })
    write('.governance.yml', own('off'))
    expect(await check('--base main')).toMatchObject({ exit: 0, issues: [] })
    expect((await sh('gov check --ci none --base main')).stdout).toContain(
      'not looked for: breaking-path-removed',
    )
    write('.governance.yml', own('info').replace('breaking-path-removed', 'breaking-path-remove'))
    const { exit, stderr } = await check('--base main')
    expect([exit, stderr]).toEqual([2, expect.stringContaining('did you mean "breaking-path-removed"?')])
  })

  it('are allowed by a new major version, and shown', async () => {
    const { check, sh, write } = await repository(
      `${config}policy: { breaking: error, breaking_allowed: major }\n`,
    )
    write('apis/pets.yaml', api('get /pets', '2.0.0'))
    expect(await check('--base main')).toMatchObject({
      exit: 0,
      issues: [{ ...removed, excused: { by: 'major', reason: 'info.version went from 1.4.0 to 2.0.0' } }],
    })
    const { stdout } = await sh('gov check --ci none --base main --show-waived')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '1 breaking change; 1 allowed by a new major version (apis/pets.yaml: 1.4.0 to 2.0.0)',
    )
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'not counted: allowed: info.version went from 1.4.0 to 2.0.0',
    )
  })

  it.each([
    ['"1.5.0"', 'info.version went from 1.4.0 to 1.5.0, which is not a new major version'],
    ['"1.4.0"', 'info.version is still 1.4.0'],
    ['"0.9.0"', 'info.version went from 1.4.0 to 0.9.0'],
    ['latest', 'info.version "latest" is not a version such as 2.0.0'],
    ['"2026-01-31"', 'info.version "2026-01-31" is not a version such as 2.0.0'],
    ['"2026.1.1"', 'info.version "2026.1.1" is not a version such as 2.0.0'],
    ['"20260131"', 'info.version "20260131" is not a version such as 2.0.0'],
    ['""', 'info.version "" is not a version'],
    ['[2]', 'there is no info.version'],
  ])('are not allowed by version %s', async (version, why) => {
    const { check, sh, write } = await repository(
      `${config}policy: { breaking: error, breaking_allowed: major }\n`,
    )
    write('apis/pets.yaml', api('get /pets', version))
    expect((await check('--base main')).exit).toBe(1)
    for (const [flags, first] of [
      ['', ''],
      [' --quiet', 'FAIL  1 error'],
    ] as const) {
      const { stdout } = await sh(`gov check --ci none --base main${flags}`)
      expect(stdout.replaceAll(/\s+/g, ' ').split(`not allowed: apis/pets.yaml: ${why}`)).toHaveLength(2)
      expect(stdout.slice(0, first.length)).toBe(first)
    }
  })

  it('are waived, with a reason and an end', async () => {
    const waivers = (expires: string) =>
      `${config}policy: { breaking: error }\nwaivers: [{ rule_id: breaking-*, reason: agreed, owner: pets, expires: ${expires} }]\n`
    const { check, write } = await repository(waivers('2999-12-31'))
    write('apis/pets.yaml', api('get /pets'))
    expect(await check('--base main')).toMatchObject({
      exit: 0,
      issues: [{ excused: { by: 'waiver', reason: 'agreed' } }],
    })
    write('.governance.yml', waivers('2020-01-01'))
    expect((await check('--base main')).exit).toBe(1)
  })

  it('are waived one at a time', async () => {
    const waiver = '{ rule_id: breaking-path-removed, path: paths./cats, reason: agreed, owner: pets }'
    const { check, write, sh } = await repository(
      `${config}waivers: [${waiver.replace(' }', ', expires: 2999-12-31 }')}]\n`,
    )
    write('apis/pets.yaml', api('get /pets, get /cats, get /pay'))
    await sh('git add -A && git commit -qm pay && git branch -f main')
    write('apis/pets.yaml', api('get /pets, get /pay'))
    expect((await check()).exit).toBe(0)
    write('apis/pets.yaml', api('get /pets'))
    const { exit, issues } = await check()
    expect([exit, issues.map(({ path, excused }) => [path, excused !== undefined])]).toEqual([
      1,
      [
        ['paths./cats', true],
        ['paths./pay', false],
      ],
    ])
  })

  it('are waived by what they say, as gov waiver add takes it from a report', async () => {
    const { check, write, sh } = await repository(`${config}waivers: []\n`)
    const listed = (values: string) => {
      const schema = `{ schema: { enum: [${values}] } }`
      const body = `requestBody: { content: { application/json: ${schema} } }, responses: {}`
      return `${api('get /cats')}  /pets: { post: { ${body} } }\n`
    }
    write('apis/pets.yaml', listed('a, "b, in c", c, d'))
    await sh('git add -A && git commit -qm values && git branch -f main')
    write('apis/pets.yaml', listed('a, c, d'))
    await sh('gov check --ci none --base main --breaking error --output report.json')
    const { issues } = JSON.parse((await sh('cat report.json')).stdout)
    const why = '--reason agreed --owner pets --expires 2999-12-31'
    const add = (id: string) => sh(`gov waiver add --issue ${id} --report report.json ${why}`)
    expect(await add('0000')).toMatchObject({ exitCode: 2 })
    expect(await add(issues[0]._id)).toMatchObject({ exitCode: 0 })
    expect((await check()).exit).toBe(0)
    write('apis/pets.yaml', listed('a, c'))
    expect(await check()).toMatchObject({ exit: 1, issues: [{ message: expect.stringContaining('"d"') }] })
    write('apis/pets.yaml', listed('a, "b, in c", d'))
    const other = await check()
    expect(other).toMatchObject({ exit: 1, issues: [{ message: expect.stringContaining('"c"') }] })
    expect(other.issues[0]).not.toHaveProperty('excused')
  })

  it('follow the policy file, not the config', async () => {
    const { check, write } = await repository(`${config}policy: { breaking: off }\n`)
    write('../policy.yml', 'version: 1\npolicy: { breaking: error }\n')
    write('apis/pets.yaml', api('get /pets'))
    expect((await check('--base main')).exit).toBe(0)
    expect((await check('--base main --policy ../policy.yml')).exit).toBe(1)
  })

  it('are looked for in definitions without other issues, renamed and split ones', async () => {
    const { check, sh, write } = await repository()
    write('apis/parts/cats.json', '{ "get": { "responses": { "200": { "description": "ok" } } } }')
    write('apis/pets.yaml', api('get /pets').concat('  /cats: { $ref: parts/cats.json }\n'))
    await sh(
      'git add -A && git commit -qm split && git branch -f main && git mv apis/pets.yaml apis/animals.yaml',
    )
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
    write('apis/parts/cats.json', '{ "put": { "responses": { "200": { "description": "ok" } } } }')
    expect(await check()).toMatchObject({
      exit: 1,
      issues: [{ rule_id: 'breaking-operation-removed', path: 'get', file: 'apis/parts/cats.json', line: 1 }],
    })
  })

  it.each(['default', 'example', 'other'])(
    'are found in a file to which x-schemas.%s refers',
    async (name) => {
      const { check, sh, write } = await repository()
      const ok = `{ description: ok, content: { application/json: { schema: { $ref: "#/x-schemas/${name}" } } } }`
      const pets = api('get /pets')
        .replace('{ description: ok }', ok)
        .concat(`x-schemas: { ${name}: { $ref: parts/s.yaml } }\n`)
      write('apis/pets.yaml', pets)
      write('apis/parts/s.yaml', 'type: string\n')
      await sh('git add -A && git commit -qm split && git branch -f main')
      write('apis/parts/s.yaml', 'type: integer\n')
      for (const more of ['', '# changed\n']) {
        write('apis/pets.yaml', `${pets}${more}`)
        expect(await check()).toMatchObject({
          exit: 1,
          issues: [{ rule_id: 'breaking-response-type-changed', file: 'apis/parts/s.yaml', line: 1 }],
        })
      }
      await sh('rm apis/parts/s.yaml')
      expect(await check()).toMatchObject({
        exit: 5,
        report: {
          outcome: { gaps: [{ kind: 'breaking', error: expect.stringContaining('does not resolve') }] },
        },
      })
    },
  )

  it('are not known where a changed definition refers to a file that neither version has', async () => {
    const { check, sh, write } = await repository()
    const missing = '  /cats: { $ref: parts/cats.json }\n'
    write('apis/pets.yaml', api('get /pets').concat(missing))
    await sh('git add -A && git commit -qm split && git branch -f main')
    expect(await check()).not.toMatchObject({ report: { outcome: { gaps: [{ kind: 'breaking' }] } } })
    write('apis/pets.yaml', api('get /pets, get /dogs').concat(missing))
    expect(await check()).toMatchObject({
      report: { outcome: { gaps: [{ kind: 'breaking', error: expect.stringContaining('cats') }] } },
    })
  })

  it.each([
    ['of the definition', 'apis/pets.yaml', 'parts/cat.yaml'],
    ['of another file', 'apis/parts/pet.yaml', './cat.yaml'],
  ])('are found in a file that only a mapping %s names', async (_name, holder, reference) => {
    const { check, write, sh } = await repository()
    const pet = `{ type: object, discriminator: { propertyName: kind, mapping: { cat: ${reference} } } }`
    const schema = holder === 'apis/pets.yaml' ? pet : '{ $ref: parts/pet.yaml }'
    const ok = `{ description: ok, content: { application/json: { schema: ${schema} } } }`
    const cat = (claws: string) => `{ type: object, properties: { claws: { type: ${claws} } } }\n`
    write('apis/parts/pet.yaml', `${pet}\n`)
    write('apis/parts/cat.yaml', cat('integer'))
    write('apis/pets.yaml', api('get /pets').replace('{ description: ok }', ok))
    await sh('git add -A && git commit -qm split && git branch -f main')
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
    write('apis/parts/cat.yaml', cat('string'))
    expect(await check()).toMatchObject({
      exit: 1,
      issues: [{ rule_id: 'breaking-response-type-changed', file: 'apis/parts/cat.yaml', line: 1 }],
    })
    await sh('rm apis/parts/cat.yaml')
    expect(await check()).toMatchObject({
      exit: 1,
      issues: [{ rule_id: 'breaking-not-compared', message: expect.stringContaining(reference) }],
    })
  })

  it('are not known in a definition that is nested too deeply', async () => {
    const { check, sh, write } = await repository(
      'version: 1\ndefinitions: [deep.json]\nruleset_files: [rules.yaml]\n',
    )
    const nested = (leaf: string) => '{"properties":{"a":'.repeat(20_000) + leaf + '}}'.repeat(20_000)
    const deep = (leaf: string) =>
      `{"openapi":"3.1.0","info":{"version":"1"},"paths":{"/pets":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":${nested(leaf)}}}}}}}}}`
    write(
      'rules.yaml',
      'rules: { described: { given: $.paths.*, severity: error, then: { field: description, function: truthy } } }\n',
    )
    write('deep.json', deep('{"type":"integer"}'))
    await sh('git add -A && git commit -qm deep && git branch -f main')
    write('deep.json', deep('{"type":"string"}'))
    expect(await check()).toMatchObject({
      exit: 5,
      report: { outcome: { gaps: [{ target: { file: 'deep.json' }, error: 'it is nested too deeply' }] } },
    })
    const { exit, stderr } = await check('--base main --base-policy touched')
    expect([exit, stderr]).toEqual([5, expect.stringContaining('a definition is nested too deeply')])
  })

  it('are not known where a reference no longer resolves', async () => {
    const { check, sh, write } = await repository()
    write('apis/parts/cats.json', '{ "get": { "responses": { "200": { "description": "ok" } } } }')
    write('apis/pets.yaml', api('get /pets').concat('  /cats: { $ref: parts/cats.json }\n'))
    await sh('git add -A && git commit -qm split && git branch -f main')
    write('apis/pets.yaml', api('get /pets').concat('  /cats: { $ref: parts/dogs.json }\n'))
    expect(await check()).toMatchObject({
      exit: 5,
      report: {
        outcome: {
          gaps: [
            { kind: 'breaking', target: { file: 'apis/pets.yaml' }, error: expect.stringContaining('dogs') },
          ],
        },
      },
    })
  })
})

describe('a reference of an extension that does not resolve', () => {
  const gone = '{ $ref: "#/components/schemas/Gone" }'
  const use = (ref: string) =>
    `components: { schemas: { Pet: { type: object, properties: { a: { $ref: "${ref}" } } } } }\n`
  const props = (ref: string) => `components: { schemas: { Pet: { properties: { $ref: "${ref}" } } } }\n`
  const unknown = {
    kind: 'incomplete',
    gaps: [{ kind: 'breaking', error: expect.stringContaining('does not resolve') }],
  }
  const broken = { kind: 'failed' }

  it.each([
    ['hides nothing', `x-templates: { a: ${gone}, b: { $ref: none.yaml } }\n`, broken],
    ['hides nothing in a schema', `components: { schemas: { Pet: { x-more: [${gone}] } } }\n`, broken],
    ['hides what leads there', `x-more: { a: { items: ${gone} } }\n${use('#/x-more/a')}`, unknown],
    ['hides what leads to a part', `x-more: { a: { items: ${gone} } }\n${use('#/x-more/a/items')}`, unknown],
    ['hides webhooks', `x-webhooks: { cat: ${gone} }\n`, unknown],
    ['is one of a property', `components: { schemas: { A: { properties: { x-a: ${gone} } } } }\n`, unknown],
    [
      'is one of a property elsewhere',
      `definitions2: { A: { x-a: ${gone} } }\n${props('#/definitions2/A')}`,
      unknown,
    ],
  ])('%s', async (_name, more, outcome) => {
    const { check, write } = await repository()
    write('apis/pets.yaml', `${api('get /pets')}${more}`)
    expect(await check()).toMatchObject({ report: { outcome } })
  })
})

describe('a definition that was removed', () => {
  it('is an issue where a glob would have matched it', async () => {
    const { check, cwd, sh, write } = await repository()
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    rmSync(join(cwd, 'apis/dogs.yaml'))
    expect(await check()).toMatchObject({
      exit: 1,
      issues: [{ rule_id: 'breaking-definition-removed', file: 'apis/dogs.yaml', api_id: 'apis/dogs.yaml' }],
    })
    expect((await check('--base main')).exit).toBe(0)
  })

  it('is one where the config listed it', async () => {
    const listed = config.replace(
      '["apis/*.yaml"]',
      '[apis/pets.yaml, { file: apis/dogs.yaml, api_id: dogs }]',
    )
    const { check, cwd, sh, write } = await repository(listed)
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    rmSync(join(cwd, 'apis/dogs.yaml'))
    write('.governance.yml', config.replace('["apis/*.yaml"]', '[apis/pets.yaml]'))
    expect(await check()).toMatchObject({ exit: 1, issues: [{ file: 'apis/dogs.yaml', api_id: 'dogs' }] })
    // What the caller names is all that it asks for.
    expect((await check('apis/pets.yaml --ruleset-file rules.yaml --base main --breaking error')).exit).toBe(
      0,
    )
  })

  it.each([
    ['a link to another one', 'ln -s pets.yaml apis/dogs.yaml'],
    ['a folder', 'mkdir apis/dogs.yaml && echo x >apis/dogs.yaml/notes.txt'],
  ])('is one where %s takes its place', async (_what, line) => {
    const { check, sh, write } = await repository()
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    await sh(`rm apis/dogs.yaml && ${line}`)
    expect(await check()).toMatchObject({ exit: 1, issues: [{ file: 'apis/dogs.yaml' }] })
  })

  it('is none where a link leads to its new place', async () => {
    const { check, sh } = await repository()
    await sh('mkdir real && git mv apis/pets.yaml real/ && ln -s ../real/pets.yaml apis/pets.yaml')
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
  })

  it('is one where it is JSON on one line that begins with something else', async () => {
    const { check, cwd, sh, write } = await repository(config.replace('*.yaml', '*'))
    write('apis/dogs.json', '{"info":{"title":"Dogs","version":"1"},"openapi":"3.0.3","paths":{}}')
    write('apis/notes.json', '{"about":"openapi: 3.0.3"}')
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    for (const name of ['dogs', 'notes']) rmSync(join(cwd, `apis/${name}.json`))
    expect(await check()).toMatchObject({ exit: 1, issues: [{ file: 'apis/dogs.json' }] })
  })

  it.each([
    ['renamed', 'git mv .governance.yml .governance.yaml'],
    ['moved to another folder', 'mkdir .config && git mv .governance.yml .config/governance.yml'],
    ['moved into package.json', 'git rm -q .governance.yml'],
    ['moved to where --config says', 'git mv .governance.yml ours.yml', '--config ours.yml'],
  ])('is one where the config was %s in the same change', async (_how, move, flags = '') => {
    const names = '[apis/pets.yaml, apis/dogs.yaml]'
    const { check, sh, write } = await repository(config.replace('["apis/*.yaml"]', names))
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    await sh(`git rm -q apis/dogs.yaml && sed -i 's|, apis/dogs.yaml||' .governance.yml && ${move}`)
    if (move.startsWith('git rm')) {
      const governance = { version: 1, definitions: ['apis/pets.yaml'], ruleset_files: ['rules.yaml'] }
      write('package.json', JSON.stringify({ governance }))
    }
    expect(await check(`--base main --breaking error ${flags}`)).toMatchObject({
      exit: 1,
      issues: [{ rule_id: 'breaking-definition-removed', file: 'apis/dogs.yaml' }],
    })
  })

  it.each([
    ['a check that was renamed', 's/name: pets/name: animals/', 'animals', 1],
    ['a check that stays', 's/x/x/', 'pets', 1],
    ['another check', 's/x/x/', 'ants', 0],
  ])('is one for --check where it was in %s', async (_whose, edit, name, exit) => {
    const lists = { pets: '[apis/pets.yaml, apis/dogs.yaml]', ants: '[apis/ants.yaml]' }
    const checks = Object.entries(lists).map(
      ([each, files]) => `  - { name: ${each}, definitions: ${files}, ruleset_files: [rules.yaml] }\n`,
    )
    const { check, sh, write } = await repository(`version: 1\nchecks:\n${checks.join('')}`)
    for (const each of ['dogs', 'ants']) write(`apis/${each}.yaml`, api(`get /${each}`).replace('Pets', each))
    // A config of any name is found by what it lists.
    await sh('git mv .governance.yml old.yml && git add -A && git commit -qm checks && git branch -f main')
    await sh(
      `git rm -q apis/dogs.yaml && sed -i 's|, apis/dogs.yaml||; ${edit}' old.yml && git mv old.yml new.yml`,
    )
    expect(await check(`--config new.yml --check ${name} --base main --breaking error`)).toMatchObject({
      exit,
      issues: exit === 0 ? [] : [{ rule_id: 'breaking-definition-removed', file: 'apis/dogs.yaml' }],
    })
  })

  it('is none where the config leaves it out', async () => {
    const names = ['["apis/*.yaml", "!apis/dogs.yaml"]', '[apis/pets.yaml, "!apis/dogs.yaml"]']
    const [old = '', now = ''] = names.map((each) => config.replace('["apis/*.yaml"]', each))
    const { check, cwd, sh, write } = await repository(old)
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    rmSync(join(cwd, 'apis/dogs.yaml'))
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
    write('.governance.yml', now)
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
    write('.governance.yml', config)
    expect(await check()).toMatchObject({ exit: 1, issues: [{ file: 'apis/dogs.yaml' }] })
    await sh(
      'git checkout -q main -- apis/dogs.yaml && git add -A && git commit -qm all && git branch -f main',
    )
    rmSync(join(cwd, 'apis/dogs.yaml'))
    write('.governance.yml', old)
    expect(await check()).toMatchObject({ exit: 1, issues: [{ file: 'apis/dogs.yaml' }] })
  })

  it('is none where the config is new', async () => {
    const { check, sh, write } = await repository()
    await sh('git rm -q --cached .governance.yml && git commit -qm none && git branch -f main')
    write('.governance.yml', config.replace('["apis/*.yaml"]', '[apis/pets.yaml]'))
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
  })

  it('is none where it has another name', async () => {
    const { check, sh } = await repository()
    await sh('git mv apis/pets.yaml apis/animals.yaml')
    expect(await check()).toMatchObject({ exit: 0, issues: [] })
  })

  it('is in every report', async () => {
    const { cwd, sh, write } = await repository()
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    await sh('git add -A && git commit -qm dogs && git branch -f main')
    rmSync(join(cwd, 'apis/dogs.yaml'))
    // A JSON report holds the issue itself.
    for (const format of formats.filter((name) => name !== 'json')) {
      const { exitCode } = await sh(
        `gov check --ci none --base main --breaking error --format ${format} --output out.txt`,
      )
      const text = readFileSync(join(cwd, 'out.txt'), 'utf8')
      expect([format, exitCode, text.replaceAll('\\', '').includes('breaking-definition-removed')]).toEqual([
        format,
        1,
        true,
      ])
    }
  })
})

describe('shards', () => {
  it('are merged to what the whole run says', async () => {
    const { check, cwd, sh, write } = await repository()
    write('apis/dogs.yaml', api('get /dogs').replace('Pets', 'Dogs'))
    write('apis/ants.yaml', api('get /ants, get /bees').replace('Pets', 'Ants'))
    await sh('git add -A && git commit -qm more && git branch -f main')
    rmSync(join(cwd, 'apis/dogs.yaml'))
    write('apis/pets.yaml', api('get /pets'))
    write('apis/ants.yaml', api('get /ants').replace('Pets', 'Ants'))
    const whole = await check()
    for (const part of [1, 2])
      await sh(
        `gov check --ci none --base main --breaking error --shard ${part}/2 --run 7 --format json --output ${part}.json`,
      )
    const merged = await sh('gov report merge 1.json 2.json --format json')
    const { issues, rulesets, outcome } = JSON.parse(merged.stdout)
    expect([merged.exitCode, whole.issues.length]).toEqual([1, 3])
    expect([issues, rulesets, outcome]).toEqual([whole.issues, whole.report.rulesets, whole.report.outcome])
  })
})

describe.each(['a served dashboard', 'the engine of dashboards'])('with %s', (kind) => {
  let served: Served | undefined
  afterAll(async () => {
    await served?.stop()
  })

  async function asked(): Promise<
    Repository & { readonly flags: string; readonly env: Readonly<Record<string, string>> }
  > {
    const made = await repository()
    if (kind !== 'a served dashboard')
      return { ...made, flags: '--base main --engine vacuum --breaking error', env: {} }
    served ??= await serveSandbox()
    const settings = `version: 1\ndefinitions: ["apis/*.yaml"]\nruleset_ids: [rs-docs]\ndashboard: { url: "${served.url}" }\n`
    made.write('.governance.yml', settings)
    return { ...made, flags: '--base main --breaking error', env: { GOV_TOKEN: 'demo-key-administrator' } }
  }

  it('a change counts for what it adds and breaks', async () => {
    const { check, flags, env, write, sh } = await asked()
    const unchanged = await check(flags, env)
    expect([unchanged.exit, unchanged.issues.filter(({ known }) => !known)]).toEqual([0, []])
    write('apis/pets.yaml', api('get /pets, get /dogs').replace('Pets', '""'))
    const { exit, issues } = await check(`${flags} --fail-on hint`, env)
    expect(exit).toBe(1)
    expect(issues.filter(({ known }) => !known).map(({ rule_id }) => rule_id)).toContain(
      'breaking-path-removed',
    )
    const { stdout } = await sh(`gov check --ci none ${flags.replace('--breaking error', '')}`, env)
    expect(stdout).not.toContain('breaking-path-removed')
  })

  it('a split definition is compared with all its files', async () => {
    const { check, flags, env, write, sh } = await asked()
    write('apis/parts/cats.json', '{ "get": { "responses": { "200": { "description": "ok" } } } }')
    write('apis/pets.yaml', api('get /pets').concat('  /cats: { $ref: parts/cats.json }\n'))
    await sh('git add -A && git commit -qm split && git branch -f main')
    write('apis/parts/cats.json', '{ "put": { "responses": { "200": { "description": "ok" } } } }')
    const { issues } = await check(flags, env)
    expect(
      issues.flatMap(({ rule_id, ruleset_id }) => (ruleset_id === 'gov:breaking' ? [rule_id] : [])),
    ).toEqual(['breaking-operation-removed'])
  })
})

describe('gov explain', () => {
  it('says what a rule of breaking changes is', async () => {
    const { sh } = await repository()
    const { exitCode, stdout } = await sh('gov explain breaking-path-removed')
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('gov:breaking (built-in): error')])
    expect((await sh('gov explain gov:breaking')).stdout).toContain('breaking-definition-removed')
    expect((await sh('gov explain breaking-path-remove')).stderr).toContain('"breaking-path-removed"')
  })
})

it('are no limit that was kept where they fail the run', async () => {
  const { cwd, sh, write } = await repository()
  write('apis/pets.yaml', api('get /pets'))
  await sh('gov check --ci none --base main --breaking error --output markdown=run.md --output html=run.html')
  const [comment, page] = ['run.md', 'run.html'].map((name) => readFileSync(join(cwd, name), 'utf8'))
  expect(comment).toContain('\n- **fail**: 1 error \\(fail\\_on: error\\)\n')
  expect(comment).toContain('\n- note: 1 breaking change\n')
  expect(comment).not.toContain('- pass:')
  expect(page).toContain(
    '<li class="noted"><span aria-label="note">•</span> <bdi>1 breaking change</bdi></li>',
  )
  expect(page).not.toContain('<li class="held">')
})
