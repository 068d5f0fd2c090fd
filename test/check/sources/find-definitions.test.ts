import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDefinitions, isDefinitionFile } from '../../../src/check/sources/find-definitions.ts'
import { declaresOpenApi } from '../../../src/check/sources/openapi-text.ts'
import { tempTree } from '../../temp-tree.ts'

describe('declaresOpenApi', () => {
  it.each<[boolean, 'json' | 'yaml', string]>([
    [true, 'yaml', 'openapi: 3.1.0\ninfo: {}'],
    [true, 'yaml', '\ufeff# ours\n---\ninfo:\n  title: x\n"openapi": "3.0.3"\n'],
    [true, 'yaml', "swagger: '2.0'\n"],
    [true, 'yaml', '{ openapi: 3.1.0, info: {} }'],
    [true, 'json', '{"openapi":"3.1.0"'],
    [true, 'json', '{ "info": { "title": "{[" }, "tags": [], "openapi" : "3.0.0", "paths": {'],
    [true, 'json', '{"swagger": "2.0"}'],
    [false, 'yaml', 'services:\n  openapi: 3.1.0\n'],
    [false, 'yaml', 'openapi: true\n'],
    [false, 'yaml', '# openapi: 3.1.0\n'],
    [false, 'yaml', 'openapi-generator: 3.1.0\n'],
    [false, 'json', '{"dependencies": {"openapi": "3.1.0"}}'],
    [false, 'json', '{"text": "\\"openapi\\": \\"3.1.0\\""}'],
    [false, 'json', '[{"openapi": "3.1.0"}]'],
    [false, 'json', ''],
  ])('%j of %s %j', (expected, format, head) => {
    expect(declaresOpenApi(head, format)).toBe(expected)
  })
})

const api = 'openapi: 3.1.0\n'
const utf32 = (text: string) => Buffer.from(`${[...text].join('\0\0')}\0\0`, 'utf16le')

describe('findDefinitions', () => {
  it('finds what a repository has of its own', async () => {
    const folder = await tempTree({
      'z.yaml': api,
      'a/b/c/api.yml': api,
      'a/api.json': '{"openapi": "3.1.0"}',
      'a/API.YAML': api,
      'a/values.yaml': 'port: 80\n',
      'a/readme.md': api,
      'node_modules/x/api.yaml': api,
      'a/dist/api.yaml': api,
      '.hidden/api.yaml': api,
      'generated/api.yaml': api,
      'local.yaml': api,
      '.gitignore': '/generated/\nlocal.yaml\n*.log\n',
      'binary.yaml': new Uint8Array([0, 255, 1]),
    })
    await symlink(join(folder, 'z.yaml'), join(folder, 'link.yaml'))
    await symlink(folder, join(folder, 'loop'))
    const files = ['a/API.YAML', 'a/api.json', 'a/b/c/api.yml', 'z.yaml']
    expect(await findDefinitions(folder)).toEqual({ files, isCut: false })
  })

  it('thoroughly finds what is hidden, and what is behind links, once', async () => {
    const folder = await tempTree({
      'z.yaml': api,
      '.hidden/api.yaml': api,
      '.api.yaml': api,
      'vendor/apis/api.yaml': api,
      '.git/api.yaml': api,
      'a/.venv/api.yaml': api,
    })
    await symlink(join(folder, 'z.yaml'), join(folder, 'link.yaml'))
    await symlink('vendor/apis', join(folder, 'apis'))
    await symlink(folder, join(folder, 'loop'))
    await symlink('nowhere', join(folder, 'broken.yaml'))
    const { files } = await findDefinitions(folder, { isThorough: true })
    expect(files).toEqual(['.api.yaml', '.hidden/api.yaml', 'apis/api.yaml', 'link.yaml', 'z.yaml'])
  })

  it('thoroughly finds what may be one in another encoding', async () => {
    const text = '# a comment\nopenapi: 3.1.0\n'
    const folder = await tempTree({
      'le.yaml': new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
      'be.yml': new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()),
      'twice.yaml': new Uint8Array(Buffer.from(`\ufeff\ufeffopenapi: 3.1.0\n`, 'utf16le')),
      'twice-be.yaml': new Uint8Array(Buffer.from(`\ufeff\ufeffopenapi: 3.1.0\n`, 'utf16le').swap16()),
      'twice-32.yaml': new Uint8Array(utf32(`\ufeff\ufeffopenapi: 3.1.0\n`)),
      'line.yaml': new Uint8Array(Buffer.from(`\ufeffa: 1\n\ufeffopenapi: 3.1.0\n`, 'utf16le')),
      'thrice-8.yaml': '\ufeff\ufeff\ufeffopenapi: 3.1.0\n',
      'unmarked.json': new Uint8Array(Buffer.from('{"openapi": "3.1.0"}', 'utf16le')),
      'other.yaml': new Uint8Array(Buffer.from('\ufeffport: 80\n', 'utf16le')),
      'binary.yaml': new Uint8Array([0, 255, 1]),
    })
    const { files } = await findDefinitions(folder, { isThorough: true })
    expect(files).toEqual([
      'be.yml',
      'le.yaml',
      'line.yaml',
      'thrice-8.yaml',
      'twice-32.yaml',
      'twice-be.yaml',
      'twice.yaml',
      'unmarked.json',
    ])
  })

  it.each([
    [50, false, 50],
    [51, true, 50],
  ])('of %d files: cut %j, %d', async (count, isCut, length) => {
    const files = Array.from({ length: count }, (_, index) => [`${index}.yaml`, api])
    const found = await findDefinitions(await tempTree(Object.fromEntries(files)))
    expect([found.isCut, found.files.length]).toEqual([isCut, length])
  })

  it('says that it does not go on for ever', async () => {
    const deep = 'a/'.repeat(12)
    expect(await findDefinitions(await tempTree({ [`${deep}api.yaml`]: api }))).toEqual({
      files: [],
      isCut: true,
    })
  })

  it('is complete where that is asked for', async () => {
    const others = {
      'after-comment.yaml': `${'# ours\n'.repeat(1000)}${api}`,
      'tagged.yaml': 'openapi: !!str 3.1.0\n',
      'next-line.yaml': 'openapi:\n  "3.1.0"\n',
      'indented.yaml': '  info: {}\n  openapi: 3.1.0\n',
      'escaped.json': '{"open\\u0061pi": "3.1.0"}',
      'bracket.json': `{"info": {"title": "${'x'.repeat(5000)}"}, "openapi": "3.1.0"}`,
      [`${'a/'.repeat(12)}api.yaml`]: api,
      'ignored.yaml': api,
    }
    const none = {
      '.gitignore': 'ignored.yaml\n',
      'values.yaml': 'tools: { openapi: 3.1.0 }\n',
      'package.json': '{"dependencies": {"openapi": "3.1.0"}}',
      'broken.yaml': 'openapi: [\n',
      'node_modules/x/api.yaml': api,
    }
    const found = await findDefinitions(await tempTree({ ...others, ...none }), { isThorough: true })
    expect(found).toEqual({ files: Object.keys(others).sort(), isCut: false })
  })
})

describe('a definition for other readers of YAML alone', () => {
  const rest = 'info: {}\npaths: {}\n'
  it.each<[boolean, string, string]>([
    [true, 'behind a next line in a comment', `# x\x85openapi: 3.1.0\n${rest}`],
    [true, 'behind a line separator', `# x\u2028openapi: 3.1.0\n${rest}`],
    [true, 'behind a paragraph separator in a text', 'a: |\n  x\u2029openapi: 3.1.0\n'],
    [true, 'behind a byte order mark', 'a: 1\n\ufeffopenapi: 3.1.0\n'],
    [true, 'with a tag', `!x openapi: 3.1.0\n${rest}`],
    [true, 'with a long tag', `!<tag:a.example:x> openapi: 3.1.0\n${rest}`],
    [true, 'with a tag at its version', `openapi: !x 3.1.0\n${rest}`],
    [true, 'with a tag and an anchor', '&a !x openapi: 3.1.0\n'],
    [true, 'with a tag at the root', '!x\nopenapi: 3.1.0\n'],
    [true, 'with a tag in brackets', '{ a: 1, !x openapi: 3.1.0 }'],
    [true, 'with a key in two lines', '? "open\\\n  api"\n: 3.1.0\n'],
    [true, 'with a key in two lines of YAML 1.1', '? "open\\\x85  api"\n: 3.1.0\n'],
    [true, 'with a key whose second line is not indented', '? "open\\\napi"\n: 3.1.0\n'],
    [true, 'with such a key in YAML 1.1', '? "open\\\x85api"\n: 3.1.0\n'],
    [true, 'with such a key in brackets', '{ a: 1, "swag\\\r\nger": "2.0" }'],
    [true, 'with an escaped key beside a mapping as a key', '? {a: b}\n: 1\n"open\\x61pi": 3.1.0\n'],
    [true, 'with long escapes', '? {a: b}\n: 1\n"\\u006fpenapi\\U00000020": 1\n"openap\\U00000069": 3.1.0\n'],
    [true, 'with escapes in broken JSON', '{"open\\u0061pi": "3.1.0", "a": [}'],
    [
      false,
      'is none for code with an escaped quote',
      'def test():\n    body = "{\\"a\\"}"\n    assert "\\u0022openapi\\u0022"\n    if x: { \n',
    ],
    [false, 'is none for a broken text with other escapes', 'a: "openapi"\nb: "\\x61"\n? {a: b}\n: [\n'],
    [true, 'with a binary key', `!!binary b3BlbmFwaQ==: 3.1.0\n${rest}`],
    [true, 'with a binary key in a block', `? !!binary |\n  b3BlbmFwaQ==\n: 3.1.0\n${rest}`],
    [true, 'with a binary key in brackets', '{ a: [1], !!binary b3BlbmFwaQ== : 3.1.0 }'],
    [false, 'is none for its line breaks alone', 'a: x\u2028y # \x85\nb: [openapi]\n'],
    [false, 'is none for tags of values', 'Resources:\n  A: !Sub "$[openapi]"\nB: !Ref swagger\n'],
    [false, 'is none for a tag at the root', '--- !ruby/object:Gem\nname: openapi\n'],
    [false, 'is none for a tag that is known', '!!str name: openapi\n'],
    [false, 'is none for a folded text', 'a: "open\\\n  api"\n'],
  ])('%s: %s', async (expected, _name, text) => {
    const folder = await tempTree({ 'a.yaml': text })
    expect(await isDefinitionFile(join(folder, 'a.yaml'), true)).toBe(expected)
  })
})

it('takes a file that cannot be parsed for a definition if it declares a version, and one that cannot be read', async () => {
  const long = `# ${'x'.repeat(5000)}\n`
  const folder = await tempTree({
    'broken.yaml': `${long}openapi: 3.1.0\ninfo: [`,
    'broken.json': `{"x": "${'x'.repeat(5000)}",\n"openapi": "3.0.0",`,
    'other.yaml': `${long}about: openapi: {{ swagger }}`,
    'pointer.yaml': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    'linked.yaml': '../x/linked.yaml',
    'list.yaml': 'unlinked.yaml\n',
    'my link.yaml': 'my list.txt',
    'my list.txt': 'a',
    'later.yaml': 'openapi: 4.0.0\n',
    'prefixed.yaml': 'openapi: v3.0.0\n',
    'number.json': '{"openapi": 2}',
    'settings.yaml': 'openapi: { enabled: true }\nswagger: "1.2"\n',
  })
  await symlink('nowhere', join(folder, 'gone.yaml'))
  const names = [
    'broken.yaml',
    'broken.json',
    'other.yaml',
    'gone.yaml',
    'pointer.yaml',
    'linked.yaml',
    'list.yaml',
    'my link.yaml',
    'later.yaml',
    'prefixed.yaml',
    'number.json',
    'settings.yaml',
  ]
  const found = await Promise.all(names.map((name) => isDefinitionFile(join(folder, name), true)))
  expect(found).toEqual([true, true, false, true, true, true, false, true, true, true, true, false])
})

it('thoroughly knows no folder that it cannot look into', async () => {
  const files = {
    'a/b/api.yaml': api,
    '.git/': '',
    '.gitmodules': '[submodule "a"]\n\tpath = part/one\n',
    'part/one/': '',
  }
  const folder = await tempTree(files)
  const search = () => findDefinitions(folder, { isThorough: true }).then(({ files }) => files)
  await expect(search()).rejects.toMatchObject({
    code: 'definition-submodule-absent',
    hint: expect.stringMatching(/or have the policy not require all_definitions\.$/),
  })
  await rm(join(folder, 'part'), { recursive: true })
  await expect(search()).rejects.toMatchObject({ code: 'definition-submodule-absent' })
  await mkdir(join(folder, 'part/one'), { recursive: true })
  expect(await findDefinitions(folder)).toMatchObject({ files: ['a/b/api.yaml'] })
  await writeFile(join(folder, 'part/one/api.yaml'), api)
  await chmod(join(folder, 'a'), 0o444)
  const found = await search().catch(({ code }) => code)
  await chmod(join(folder, 'a'), 0o755)
  expect(found).toEqual(isRoot ? ['a/b/api.yaml', 'part/one/api.yaml'] : 'definition-glob-unreadable')
})

/** A superuser reads it all. */
const isRoot = process.getuid?.() === 0
