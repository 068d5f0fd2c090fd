import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { defineConfig } from 'vitepress'
import { madeModules } from '../../build/made-modules.js'

const project = resolve(import.meta.dirname, '../..')
const docs = join(project, 'docs')
const { repository } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
const sources = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`

const index = readFileSync(join(docs, 'README.md'), 'utf8')

/** A page as the navigation has it: its own title, and the question that the index says it answers. */
function describePage(name, question) {
  const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(docs, `${name}.md`), 'utf8')) ?? []
  return { text: title.replaceAll('`', ''), link: `/${name}`, question: question ?? title }
}

/** The tables of the index of the docs, by who asks. */
const navigation = index
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: section.split('\n').flatMap((line) => {
      const [, pages = '', question = ''] = line.split('|').map((cell) => cell.trim())
      return [...pages.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => describePage(name, question))
    }),
  }))
  .filter(({ items }) => items.length > 0)

/** A link to what is no page leads to the repository. One that leads nowhere fails the build, as those between pages do. */
function openSourceLinks(md) {
  const render =
    md.renderer.rules.link_open ??
    ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options))
  md.renderer.rules.link_open = (tokens, at, options, env, self) => {
    const [path = '', anchor] = (tokens[at].attrGet('href') ?? '').split('#')
    const target = join(docs, dirname(env.realPath ? relative(docs, env.realPath) : env.relativePath), path)
    const isPage = target.startsWith(`${docs}/`) && path.endsWith('.md')
    if (path !== '' && !/^(?:\w+:|\/)/.test(path) && !isPage) {
      if (!existsSync(target)) throw new Error(`${env.relativePath} links to ${path}, which is not there`)
      tokens[at].attrSet('href', `${sources}${relative(project, target)}${anchor ? `#${anchor}` : ''}`)
    }
    return render(tokens, at, options, env, self)
  }
}

/** Pages run their own scripts alone, and ask no other host. Styles are set by the editor, as it is used. */
function writePolicy(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => code,
  )
  const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html.replace(
    /<meta charset="utf-8">/,
    `$&<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
}

const { pluginForBrowsers } = await madeModules(rolldown)
const noDisk = {
  name: 'no-disk',
  enforce: 'pre',
  resolveId: (source) =>
    isBuiltin(source) || source.startsWith('node:')
      ? join(import.meta.dirname, 'playground/no-disk.js')
      : undefined,
}
const worker = {
  format: 'es',
  plugins: () => [noDisk, { ...pluginForBrowsers, enforce: 'pre' }],
  // What no page asks of the program is left out, and so is what only that needs of Node.
  rolldownOptions: {
    treeshake: { moduleSideEffects: (id) => !id.startsWith(join(project, 'src')) },
    shimMissingExports: true,
    checks: { shimmedExport: false, ineffectiveDynamicImport: false },
  },
}

export default defineConfig({
  title: 'gov',
  description: 'Checks APIs against governance rulesets.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  outDir: '../dist-site',
  cacheDir: '../node_modules/.cache/vitepress',
  base: process.env.GOV_SITE_BASE ?? '/',
  cleanUrls: false,
  rewrites: { 'site/:path*': ':path*' },
  markdown: { config: openSourceLinks },
  transformHtml: writePolicy,
  vite: { worker, build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      { text: 'Rules', link: '/rules/' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: [
      ...navigation.map((door) => ({ ...door, collapsed: false })),
      { text: 'Rules', link: '/rules/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Decisions', link: '/decisions/README' },
    ],
    doors: navigation,
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository.url.replace(/^git\+|\.git$/g, '') }],
  },
})
