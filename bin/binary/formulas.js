// Writes a Homebrew formula and a Scoop manifest beside SHA256SUMS, the checksums of a release: `formulas.js FOLDER`.
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { version, homepage, license } = require('../../package.json')

const [folder = '.'] = process.argv.slice(2)
const site = homepage.replace(/#.*/, '')
const description = 'Checks APIs against governance rulesets, and passes or fails the build'

const sums = new Map(
  readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .map((line) => line.split(/ [ *]/))
    .map(([sum, file]) => [file, sum]),
)

function download(archive) {
  const sum = sums.get(archive)
  if (sum === undefined) throw new Error(`SHA256SUMS does not list ${archive}`)
  return { url: `${site}/releases/download/v${version}/${archive}`, sum }
}

function onSystem(system, name) {
  const processors = [
    ['arm', 'arm64'],
    ['intel', 'x64'],
  ].map(([called, processor]) => {
    const { url, sum } = download(`gov-${name}-${processor}.tar.gz`)
    return `    on_${called} do\n      url "${url}"\n      sha256 "${sum}"\n    end`
  })
  return `  on_${system} do\n${processors.join('\n')}\n  end\n`
}

const formula = `class Gov < Formula
  desc "${description}"
  homepage "${site}"
  version "${version}"
  license "${license}"

${onSystem('macos', 'macos')}
${onSystem('linux', 'linux')}
  def install
    bin.install "gov"
    doc.install "NOTICES.txt"
    generate_completions_from_executable(bin/"gov", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gov --version")
  end
end
`

const { url, sum: hash } = download('gov-windows-x64.zip')
const manifest = {
  version,
  description,
  homepage: site,
  license,
  architecture: { '64bit': { url, hash } },
  bin: 'gov.exe',
  checkver: 'github',
  autoupdate: { architecture: { '64bit': { url: url.replaceAll(version, '$version') } } },
}

writeFileSync(join(folder, 'gov.rb'), formula)
writeFileSync(join(folder, 'gov.json'), `${JSON.stringify(manifest, null, 2)}\n`)
