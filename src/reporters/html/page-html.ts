import { computeDigest } from '../../core/text/digest.ts'
import { htmlText } from '../../core/text/html-text.ts'

import common from './page.css?raw'
import theme from './theme.js?raw'

interface HtmlPage {
  readonly title: string
  readonly heading: string
  /** HTML in which foreign text is escaped. */
  readonly body: string
  /** Styles of this page, besides those of all pages. */
  readonly style?: string
  /** Besides the choice of a theme, which all pages have. */
  readonly script?: { readonly text: string; readonly data: string }
}

/**
 * A page that loads nothing. Its policy lets it run its own script and style, known by their hashes, and nothing else:
 * no text of a report can become either.
 */
export function pageHtml({ title, heading, body, script, style: own = '' }: HtmlPage): string {
  const style = common + own
  const text = theme + (script?.text ?? '')
  const data = script
    ? `<script id="data" type="application/json">${escapeScript(script.data)}</script>\n`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${renderPolicy(style, text)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${htmlText(heading)}</h1><button id="theme" type="button" hidden>Theme: auto</button></header>
<main>
${body}
</main>
${data}<script>${text}</script>
</body>
</html>
`
}

/** JSON has no other use for `<` than in strings, and without it nothing ends or opens a script. */
function escapeScript(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')
}

function renderPolicy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${computeDigest(script, 'base64')}'`,
    `style-src 'sha256-${computeDigest(style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
