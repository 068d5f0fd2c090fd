import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDefinitions } from '../../../src/check/sources/find-definitions.ts'
import { tempTree } from '../../temp-tree.ts'

const api = 'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {}\n'
const body = 'info: {title: a, version: "1"}\npaths: {}\n'
const json = '{"openapi": "3.1.0", "paths": {}}'
const long = (begin: string) => `${begin} ours\n`.repeat(1500)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))

it.each<[string, string | Uint8Array]>([
  ['api.oas', api],
  ['api', api],
  ['API.OAS3', json],
  ['Makefile', `# ours\n${api}`],
  ['api.txt', `\ufeff---\n${api}`],
  ['api.yaml.bak', api],
  ['api.YAML~', api],
  ['.api', json],
  ['vendor', api],
  ['build', json],
  ['.git-api', api],
  ['api.jsonc', `// ours: {\n${json}`],
  ['api.jsonc', '{"info": {}, /* { */ "openapi": "3.0.3", "a": "//",}'],
  ['api.json5', "{info: {}, // it's\n openapi: '3.1.0', paths: {},}"],
  ['api.hjson', '/*\n ours */ { "swagger": "2.0" /* 2 */ }'],
  ['api.spec', '{"open\\u0061pi": "3.1.0"}'],
  ['api.one', '{openapi: 3.1.0, paths: {}}'],
  ['api.two', '? openapi\n: 3.1.0\n'],
  ['api.three', '"openapi": &v !!str 3.1.0\n'],
  ['api.four', `%YAML 1.2\n---\n${api}`],
  ['api.five', `a: 1\n---\n${api}`],
  ['api.six', `x-a: |\n  some prose\n${api}`],
  ['api.seven', `${api}x: [\n`],
  ['api.late', `${long('#')}${api}`],
  ['api.lates', `${long('//')}${json}`],
  ['api.tail', `x-a: ${'a'.repeat(5000)}\n${api}`],
  ['api.utf16', utf16(`\ufeff${api}`)],
  ['api.utf16', utf16(json)],
  ['api.swagger', 'swagger: 2.0\n'],
  ['api.later', 'openapi: v4.0.0\n'],
  ['api.yaml.tmpl', `{{- if .Values.a }}\n${api}{{- end }}\n`],
  ['api.tmpl', `{{- /* some prose\non lines */ -}}\n{{ include "a" . }}\n${api}{{ end }}\n`],
  ['api.yaml.j2', `{# some prose\non lines #}\n{% if a %}\n${api}{% endif %}\n`],
  ['api.j2', `openapi: {{ version }}\n${body}{% for a in b %}\n`],
  ['api.j2', `openapi: "{{ version }}"\n${body}`],
  ['api.yaml', `openapi: "{{ version }}"\n${body}`],
  ['api.yml', `openapi: {{ version }}\n${body}`],
  ['api.yaml', 'openapi: "{{ version }}"\n'],
  ['api.yaml', 'openapi: {{ version }}\n{{ include "info" }}\n'],
  ['api.yaml', `openapi: \${VERSION}\n`],
  ['api.yaml', "# ours\nswagger: '$VERSION'\n"],
  ['api.yaml', 'info: {}\nopenapi: &v !!str\n  @VERSION@\n'],
  ['api.yaml', '{% if a %}openapi: <%= version %>{% endif %}\na: [\n'],
  ['api.yml', 'openapi: %VERSION%\n'],
  ['api.yml', 'openapi: #{version}\n'],
  ['api.json', `{\n  "paths": {},\n  "openapi": "\${VERSION}"\n}`],
  ['api.json', '{"openapi": {{ version }}, "paths": {}}'],
  ['api.spec', `openapi: \${VERSION}\n`],
  ['api.tmpl', '{{ include "a" . }}\nopenapi: {{ version }}\n{{ range }}\n'],
  ['api.json.erb', '{ <% if a %> "openapi": "3.0.3", <% end %> "paths": {} }'],
  ['api.erb', '{ "openapi": "<%= version %>", "info": {}, <% if a %> "paths": {} }'],
  ['api.yaml.in', `openapi: @VERSION@\n${body}`],
  ['api.envsubst', `openapi: $VERSION\n${body}`],
  ['api.ftl', `<#if a>\n${api}</#if>\n`],
  ['api.yaml.gotmpl', `define x\n${api}a: b: c\n`],
  ['api.vm', `#if($a)\n${api}#end\n}: [\n`],
])('%s is a definition that a list lacks: %j', async (name, content) => {
  const folder = await tempTree({ [`a/${name}`]: content })
  expect((await findDefinitions(folder, { isThorough: true })).files).toEqual([`a/${name}`])
})

const fence = '```'

it.each<[string, string | Uint8Array]>([
  ['README.md', `# API\n\nThe start:\n\n${fence}yaml\n${api}${fence}\n`],
  ['README.md', `${fence}yaml\n${api}${fence}\n`],
  ['page.md', `---\ntitle: a\n---\n\n# API\n\n${fence}\n${api}${fence}\n`],
  ['page.mdx', '---\ntitle: a\nopenapi: "GET /a"\n---\n\nSome prose.\n'],
  ['page.md', 'Note: this\n\n    openapi: 3.1.0\n'],
  ['page.adoc', `= API\n\n[source,yaml]\n----\n${api}----\n`],
  ['page.rst', `API\n===\n\n.. code-block:: yaml\n\n   ${api}`],
  ['a.test.ts', `import { it } from 'vitest'\nconst api = \`\n${api}\`\n`],
  [
    'spec.ts',
    `// ours\nexport const spec: Document = {\n  openapi: '3.1.0',\n  info: {},\n  paths: {},\n}\n`,
  ],
  ['spec.js', `/* ours */\nmodule.exports = {\n  openapi: '3.1.0',\n}\n`],
  ['a_test.py', `# ours\nSPEC = """\n${api}"""\n`],
  [
    'a.py',
    `class A:\n    spec = """\nopenapi: 3.1.0\n"""\nimport a\n`.replace('class A:\n', 'import b\nclass A:\n'),
  ],
  ['a.sh', `#!/bin/sh\nset -e\ncat <<EOF >a.yaml\n${api}EOF\n`],
  ['a.patch', `diff --git a/a.yaml b/a.yaml\n+${api}`],
  ['a.feature', `Feature: a\n  Scenario: b\n    Given\n      """\n      ${api}      """\n`],
  ['compose', 'services:\n  openapi: 3.1.0\n'],
  ['compose.yaml', `services:\n  openapi: \${IMAGE}\n`],
  ['compose.yml', 'services:\n  swagger:\n    image: {{ image }}\n    a: [\n'],
  ['values.yaml', `openapi-image: \${IMAGE}\nopenapiVersion: {{ version }}\nx_openapi: $V\n`],
  ['values.yaml', `openapi:\n  image: \${IMAGE}\nswagger: # $V\n  a: {{ b }}\n`],
  ['deployment.yaml', 'spec:\n  openapi: {{ .Values.a }}\n{{- if .b }}\n  a: [\n'],
  ['values.json', `{"a": {"openapi": "\${IMAGE}"}}`],
  ['page.md', `# A\n\nSome prose.\n\nopenapi: \${VERSION}\n`],
  ['settings', 'openapi: ./api.yaml\nswagger: "1.2"\n'],
  ['application.properties', 'info.openapi: 3.1.0\n'],
  ['versions', 'openapi-generator: 7.1.0\n'],
  ['list', '- openapi: 3.1.0\n'],
  ['lock', '{"packages": {"openapi": "3.1.0"}}'],
  ['a.jsonc', '{"a": 1, // "openapi": "3.1.0"\n}'],
  ['a.bin', new Uint8Array([0, 1, 2, ...Buffer.from(`\n${api}`)])],
  ['a.png', new Uint8Array([0x89, ...Buffer.from(`PNG\r\n\x1a\n\0\0\n${api}`)])],
  ['a.txt', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'],
  ['latest', 'a.txt'],
  ['empty', ''],
])('%s is none: %j', async (name, content) => {
  const folder = await tempTree({ [`a/${name}`]: content, 'a/a.txt': 'a\n' })
  await writeFile(join(folder, 'a', name), content)
  expect((await findDefinitions(folder, { isThorough: true })).files).toEqual([])
})

it('searches no folder of a name that a file may have', async () => {
  const folder = await tempTree({ 'node_modules/a.oas': api, 'a/dist/api': api, 'a/out': api })
  await mkdir(join(folder, '.git'))
  expect((await findDefinitions(folder, { isThorough: true })).files).toEqual(['a/out'])
})
