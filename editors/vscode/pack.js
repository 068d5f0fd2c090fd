/** Writes `gov-<version>.vsix`: a ZIP file with the extension, its licences, and two files that say what it is. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { renderNotice } from '../../build/notices.js'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { name, displayName, description, publisher, version, engines, main, categories, keywords } = manifest

const escaped = (text) => text.replace(/[<>&"']/g, (char) => `&#${char.codePointAt(0)};`)

const vsix = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <Icon>extension/icon.png</Icon>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".cjs" ContentType="application/javascript"/>
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".png" ContentType="image/png"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`

/** The packages that are bundled, each with those that it needs. */
function listBundled(name, known = new Set()) {
  if (known.has(name)) return known
  known.add(name)
  const { dependencies = {} } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
  for (const each of Object.keys(dependencies)) listBundled(each, known)
  return known
}

const notices = [...listBundled('vscode-languageclient')]
  .sort()
  .map((name) => renderNotice(join('node_modules', name)))

/** What only builds it is left out. */
const { scripts: _scripts, devDependencies: _dev, private: _private, type: _type, ...published } = manifest

const files = {
  'extension.vsixmanifest': vsix,
  '[Content_Types].xml': contentTypes,
  'extension/package.json': `${JSON.stringify(published, null, 2)}\n`,
  'extension/README.md': readFileSync('README.md', 'utf8'),
  'extension/icon.png': readFileSync('icon.png'),
  'extension/ThirdPartyNotices.txt': notices.join('\n'),
  'extension/LICENSE.txt': readFileSync('../../LICENSE', 'utf8'),
  'extension/config.schema.json': readFileSync('../../docs/config.schema.json', 'utf8'),
  'extension/ruleset.schema.json': readFileSync('../../docs/ruleset.schema.json', 'utf8'),
  [`extension/${main.slice(2)}`]: readFileSync(main, 'utf8'),
}
const bytes = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path,
    [typeof text === 'string' ? new TextEncoder().encode(text) : text, { mtime: '2026-01-01' }],
  ]),
)
const file = `gov-${version}.vsix`
writeFileSync(file, zipSync(bytes, { level: 9 }))
process.stdout.write(`${file}\n`)
