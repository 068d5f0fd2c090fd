// Writes to a folder what V8 compiles of `dist` in runs that most people have, for the binary of the Node that runs this.
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { PassThrough, Readable } = require('node:stream')
const { openModules } = require('../modules.js')

const [folder] = process.argv.slice(2)
const root = join(__dirname, '../..')
const dist = join(root, 'dist')
const { load, compiled } = openModules(dist, (name) => ({ text: readFileSync(join(dist, name), 'utf8') }))

const rules = join(folder, 'rules.yaml')
writeFileSync(rules, 'extends: spectral:oas\n')

const runs = [
  ['check', 'fixtures/workspace/apis/payments/openapi.yaml', '--ruleset-file', rules],
  ['check', 'fixtures/workspace/apis/notifications/openapi.json', '-r', rules, '--format', 'json'],
  ['check', '--config', '.governance.example.yml'],
  ['check', '--config', '.governance.example.yml', '--api-id', 'shipping', '--format', 'json'],
  ['help'],
]

async function warm() {
  for (const argv of runs) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    stdout.resume()
    stderr.pipe(process.stderr)
    await load('main.js').main({
      argv: ['', '', ...argv],
      env: {},
      version: process.version,
      stdin: Readable.from([]),
      stdout,
      stderr,
      cwd: () => root,
      once: () => undefined,
    })
  }
  for (const { name, script } of compiled)
    writeFileSync(join(folder, `${name}.code`), script.createCachedData())
}

void warm()
