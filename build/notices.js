import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Puts NOTICES.txt beside the bundle, with the licence of every package whose code is in it, as their terms ask; `others`
 * are modules that it was made of. The files are CommonJS, though the package is not.
 */
export const notices = (others) => ({
  name: 'notices',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
    this.emitFile({ type: 'asset', fileName: 'NOTICES.txt', source: noticesOf([...modules, ...others]) })
  },
})

function noticesOf(modules) {
  const folders = modules.flatMap(
    (id) => /^(?:[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(id) ?? [],
  )
  return [...new Set(folders)].sort().map(renderNotice).join('\n')
}

/** The name, version and licence of the package in a folder. */
export function renderNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${name} ${version} (${license})\n${text}`
}
