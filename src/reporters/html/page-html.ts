import { computeDigest } from '../../core/text/digest.ts'
import { htmlText } from '../markup-text.ts'
import common from './page.css?raw'

interface HtmlPage {
  readonly title: string
  readonly heading: string
  /** HTML in which foreign text is escaped. */
  readonly body: string
  /** What the page's own parts look like, besides what all pages have. */
  readonly style?: string
  readonly script?: { readonly text: string; readonly data: string }
}

/**
 * A page that loads nothing. Its policy lets it run its own script and style, known by their hashes, and nothing else:
 * no text of a report can become either.
 */
export function pageHtml({ title, heading, body, script, style: own = '' }: HtmlPage): string {
  const style = common + own
  const theme = script ? '<button id="theme" type="button" hidden>Theme: auto</button>' : ''
  const scripts = script
    ? `<script id="data" type="application/json">${inScript(script.data)}</script>
<script>${script.text}</script>
`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${renderPolicy(style, script?.text)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${htmlText(heading)}</h1>${theme}</header>
<main>
${body}
</main>
${scripts}</body>
</html>
`
}

/** JSON has no other use for `<` than in strings, and without it nothing ends or opens a script. */
function inScript(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')
}

function renderPolicy(style: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'sha256-${computeDigest(script, 'base64')}'`]),
    `style-src 'sha256-${computeDigest(style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
