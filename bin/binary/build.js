// `npm run task -- binary`: one executable, of the Node that runs this and of the files in `dist`.
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const { dirname, join } = require('node:path')

const [folder = 'dist-binary'] = process.argv.slice(2)
const root = join(__dirname, '../..')
const dist = join(root, 'dist')
const work = join(folder, 'build')
const program = join(folder, process.platform === 'win32' ? 'gov.exe' : 'gov')

function main() {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(work, { recursive: true })
  const main = join(work, 'main.js')
  node(
    installed('rolldown/bin/cli.mjs'),
    join(__dirname, 'main.js'),
    '--platform=node',
    '--format=cjs',
    `--file=${main}`,
  )
  node(join(__dirname, 'warm.js'), work)
  fs.copyFileSync(process.execPath, program)
  prepare()
  const fuse = '--sentinel-fuse=NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
  const segment = '--macho-segment-name=NODE_SEA'
  node(installed('postject/dist/cli.js'), program, 'NODE_SEA_BLOB', blobOf(main), fuse, segment)
  if (process.platform === 'darwin') run('codesign', '--sign', '-', program)
  fs.rmSync(work, { recursive: true })
  writeNotices()
}

/** A signature would no longer hold; a tenth of the size is the names of functions. */
function prepare() {
  fs.chmodSync(program, 0o755)
  if (process.platform === 'darwin') run('codesign', '--remove-signature', program)
  if (process.platform !== 'linux') return
  try {
    run('strip', program)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    process.stderr.write('strip is not here: the executable is larger than it need be\n')
  }
}

function blobOf(main) {
  const scripts = filesOf(dist, (name) => name.endsWith('.js') && name !== 'library.js')
  const codes = filesOf(work, (name) => name.endsWith('.code'))
  const [config, output] = [join(work, 'sea.json'), join(work, 'blob')]
  const assets = Object.fromEntries([['main', main], ...scripts, ...codes])
  fs.writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, assets }))
  node('--experimental-sea-config', config)
  return output
}

function filesOf(from, isOne) {
  return fs
    .readdirSync(from)
    .filter(isOne)
    .map((name) => [name, join(from, name)])
}

/** The licences of all that is in the executable, as their terms ask: Node's lies beside it or above. */
function writeNotices() {
  const places = [dirname(process.execPath), join(dirname(process.execPath), '..')]
  const licence = places.map((place) => join(place, 'LICENSE')).find(fs.existsSync)
  if (licence === undefined)
    process.stderr.write('NOTICES.txt lacks the licence of Node, which is not beside it\n')
  const files = [join(root, 'LICENSE'), join(dist, 'NOTICES.txt'), ...(licence ? [licence] : [])]
  fs.writeFileSync(join(folder, 'NOTICES.txt'), files.map((file) => fs.readFileSync(file, 'utf8')).join('\n'))
}

function installed(name) {
  return join(root, 'node_modules', name)
}

function node(...argv) {
  run(process.execPath, ...argv)
}

function run(command, ...argv) {
  execFileSync(command, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
}

main()
