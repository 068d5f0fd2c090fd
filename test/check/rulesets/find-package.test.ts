import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findPackage, openRulesetSource, readFileDrafts } from '../../../src/check/rulesets/ruleset-source.ts'
import { createSources } from '../../../src/check/sources/sources.ts'

const files = {
  'node_modules/plain/package.json': '{}',
  'node_modules/plain/index.js': '',
  'node_modules/named/package.json': '{ "main": "./lib/main" }',
  'node_modules/named/lib/main.js': '',
  'node_modules/named/rules.yaml': '',
  'node_modules/folder/package.json': '{ "main": "lib" }',
  'node_modules/folder/lib/index.js': '',
  'node_modules/@shop/rules/package.json': `{
    "main": "old.js",
    "exports": {
      ".": { "node": { "require": "./r.cjs" }, "import": { "types": "./a.d.ts", "default": "./a.mjs" } },
      "./strict": "./strict.yaml"
    }
  }`,
  'node_modules/@shop/rules/r.cjs': '',
  'node_modules/@shop/rules/strict.yaml': '',
  'node_modules/both/package.json':
    '{ "exports": { "types": "./a.d.ts", "import": "./a.mjs", "require": "./a.js" } }',
  'node_modules/both/a.mjs': '',
  'node_modules/both/a.js': '',
  'node_modules/ordered/package.json':
    '{ "exports": { ".": [{ "import": "./a.mjs" }, { "default": "./a.js", "require": "./b.js" }] } }',
  'node_modules/ordered/a.mjs': '',
  'node_modules/ordered/a.js': '',
  'node_modules/ordered/b.js': '',
  'node_modules/pattern/package.json':
    '{ "exports": { "./*": "./rules/*.yaml", "./strict/*": "./strict/*.yaml", "./e/*.yml": "./rules/*.yaml" } }',
  'node_modules/pattern/rules/a.yaml': '',
  'node_modules/pattern/rules/deep/a.yaml': '',
  'node_modules/pattern/strict/a.yaml': '',
  'node_modules/pattern/package.yaml': '',
  'node_modules/lost/package.json': '{ "main": "rules.yaml" }',
  'node_modules/lost/rules.yaml':
    'rules: { lost: { given: $, then: { function: schema, functionOptions: { schema: { $ref: "#/x" } } } } }',
  'lost.yaml': 'extends: lost',
  'off.yaml': 'extends: lost\nrules: { lost: off, own: { given: $, then: { function: truthy } } }',
  'node_modules/web/package.json': '{ "main": "node.js", "browser": "./web.js" }',
  'node_modules/web/web.js': '',
  'node_modules/web/node.js': '',
  'node_modules/data/package.json': '{ "main": "strict.yaml", "browser": "weak.yaml" }',
  'node_modules/data/strict.yaml': '',
  'node_modules/data/weak.yaml': '',
  'node_modules/part/package.json': '{ "main": "node.js", "browser": { "fs": false } }',
  'node_modules/part/node.js': '',
  'node_modules/left-out/package.json': '{ "main": "node.js", "browser": "dist/web.js" }',
  'node_modules/left-out/node.js': '',
  'node_modules/one/package.json': '{ "exports": "./one.cjs" }',
  'node_modules/one/one.cjs': '',
  'node_modules/bare/package.json': '{ "exports": { "import": "./bare.mjs" } }',
  'node_modules/bare/bare.mjs': '',
  'node_modules/broken/package.json': '{',
  'node_modules/list/package.json': '[]',
  'node_modules/gone/package.json': '{ "main": "gone.js" }',
  'node_modules/out/package.json': '{ "exports": "../../../outside.js" }',
  'rules/node_modules/plain/package.json': '{ "main": "near.js" }',
  'rules/node_modules/plain/near.js': '',
}

const root = mkdtempSync(join(tmpdir(), 'gov-package-'))
const cwd = join(root, 'repository')
for (const [file, text] of Object.entries(files)) {
  mkdirSync(join(cwd, dirname(file)), { recursive: true })
  writeFileSync(join(cwd, file), text)
}
mkdirSync(join(cwd, '.git'))
writeFileSync(join(root, 'outside.js'), 'module.exports = {}')
symlinkSync(root, join(cwd, 'node_modules/linked'))
writeFileSync(join(root, 'package.json'), '{ "main": "outside.js" }')
const sources = createSources(cwd)

it.each([
  ['plain', 'rules.yaml', 'node_modules/plain/index.js'],
  ['plain', 'rules/own.yaml', 'rules/node_modules/plain/near.js'],
  ['named', 'rules/own.yaml', 'node_modules/named/lib/main.js'],
  ['named/rules.yaml', 'rules.yaml', 'node_modules/named/rules.yaml'],
  ['folder', 'rules.yaml', 'node_modules/folder/lib/index.js'],
  ['@shop/rules', 'rules.yaml', 'node_modules/@shop/rules/r.cjs'],
  ['@shop/rules/strict', 'rules.yaml', 'node_modules/@shop/rules/strict.yaml'],
  ['web', 'rules.yaml', 'node_modules/web/web.js'],
  ['data', 'rules.yaml', 'node_modules/data/strict.yaml'],
  ['part', 'rules.yaml', 'node_modules/part/node.js'],
  ['left-out', 'rules.yaml', 'node_modules/left-out/node.js'],
  ['one', 'rules.yaml', 'node_modules/one/one.cjs'],
  ['bare', 'rules.yaml', 'node_modules/bare/bare.mjs'],
  ['both', 'rules.yaml', 'node_modules/both/a.js'],
  ['ordered', 'rules.yaml', 'node_modules/ordered/a.js'],
  ['pattern/a', 'rules.yaml', 'node_modules/pattern/rules/a.yaml'],
  ['pattern/deep/a', 'rules.yaml', 'node_modules/pattern/rules/deep/a.yaml'],
  ['pattern/strict/a', 'rules.yaml', 'node_modules/pattern/strict/a.yaml'],
  ['pattern/e/a.yml', 'rules.yaml', 'node_modules/pattern/rules/a.yaml'],
  ['pattern/package.yaml', 'rules.yaml', 'node_modules/pattern/package.yaml'],
])('finds %s from %s', async (reference, from, file) => {
  expect(await findPackage(reference, from, sources)).toBe(file)
})

it.each([
  ['absent', 'no package "absent" in node_modules: npm install absent'],
  ['@shop/absent/x', 'npm install @shop/absent,'],
  ['broken', 'the package.json of "broken" is not JSON'],
  ['list', 'the package "list" has no main file'],
  ['gone', 'the package "gone" has no main file'],
  ['named/other.yaml', 'has no "other.yaml"'],
])('says why there is no %s', async (reference, reason) => {
  await expect(findPackage(reference, 'rules.yaml', sources)).rejects.toThrow(reason)
})

it.each(['npm:out', 'npm:linked'])('reads nothing outside of the repository for %s', async (reference) => {
  writeFileSync(join(cwd, 'rules.yaml'), 'rules: {}')
  const { read } = await openRulesetSource('rules.yaml', sources)
  await expect(read(reference, 'rules.yaml')).rejects.toThrow('is outside the repository')
})

it.each([
  ['https://a.example/rules.mjs', 'ruleset-remote-code'],
  ['https://[', 'ruleset-remote'],
])('refuses %s', (url, code) => expect(openRulesetSource(url, sources)).rejects.toMatchObject({ code }))

const rule = "{ given: '$', then: { function: f } }"
const company = `const f = () => []; const ruleset = { rules: { company: ${rule} } }`
const schemaRule =
  "{ given: '$', then: { function: schema, functionOptions: { schema: { $ref: '../schemas/x.json' } } } }"
const functions = "import { schema } from '@stoplight/spectral-functions'"

it.each<[string, string, Record<string, string>, readonly string[]]>([
  ['a package under its default', "module.exports = { extends: require('esm') }", {}, ['company']],
  ['a package that is imported', "import esm from 'esm'; export default { extends: [esm] }", {}, ['company']],
  ['a package itself', "module.exports = require('esm')", {}, ['company']],
  [
    'a schema beside the code of a package',
    "module.exports = { extends: require('schemas') }",
    {
      'node_modules/schemas/package.json': '{ "main": "src/main.mjs" }',
      'node_modules/schemas/src/main.mjs': `${functions}\nexport default { rules: { schemas: ${schemaRule} } }`,
      'node_modules/schemas/schemas/x.json': '{ "type": "object" }',
    },
    ['schemas'],
  ],
  [
    'the built-in rules under another name',
    "export { oas as default } from '@stoplight/spectral-rulesets'",
    {},
    ['oas3-schema'],
  ],
  ['the built-in rules', "module.exports = require('@stoplight/spectral-rulesets').oas", {}, ['oas3-schema']],
])('reads %s', async (_what, text, more, ids) => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-ruleset-'))
  const all = {
    '.git/HEAD': '',
    'rules.js': text,
    'node_modules/esm/package.json': '{ "exports": { "import": "./no.mjs", "require": "./a.js" } }',
    'node_modules/esm/a.js': `${company}; Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ruleset`,
    ...more,
  }
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  const { rules } = await readFileDrafts('rules.js', createSources(folder))
  expect([...rules.keys()]).toEqual(expect.arrayContaining([...ids]))
})

it('reads a file of a package without a scope, and says where it looked for one that is not there', async () => {
  writeFileSync(join(cwd, 'path.yaml'), "extends: 'lost/own.yaml'")
  writeFileSync(
    join(cwd, 'node_modules/lost/own.yaml'),
    'rules: { own: { given: $, then: { function: truthy } } }',
  )
  expect([...(await readFileDrafts('path.yaml', sources)).rules.keys()]).toEqual(['own'])
  writeFileSync(join(cwd, 'path.yaml'), "extends: 'nowhere/own.yaml'")
  await expect(readFileDrafts('path.yaml', sources)).rejects.toThrow('nowhere/own.yaml does not exist')
})

it('says that TypeScript is not compiled', async () => {
  writeFileSync(join(cwd, 'rules.ts'), 'export default { rules: {} }')
  await expect(readFileDrafts('rules.ts', sources)).rejects.toMatchObject({
    message: 'ruleset rules.ts is TypeScript, which gov does not compile',
    hint: 'Name the .js file that it is compiled to.',
  })
})

it('says how to go without a rule of a package that is at fault', async () => {
  await expect(readFileDrafts('lost.yaml', sources)).rejects.toMatchObject({
    message: expect.stringContaining('rule "lost"'),
    hint: expect.stringContaining('rules: { NAME: off }'),
  })
  expect([...(await readFileDrafts('off.yaml', sources)).rules.keys()]).toEqual(['lost', 'own'])
})
