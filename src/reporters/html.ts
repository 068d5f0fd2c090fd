import { isEvaluated, issuesOf, type Report } from '../model/report.ts'
import { digestOf } from '../text/digest.ts'
import { faultsOf } from './faults.ts'
import { countsHtml } from './html/counts.ts'
import { pageData } from './html/data.ts'
import { listHtml } from './html/list.ts'
import style from './html/page.css?raw'
import script from './html/page.js?raw'
import { comparisonHtml, verdictHtml, wordOf } from './html/verdict.ts'
import { jsonText } from './json-text.ts'
import { htmlText } from './markup-text.ts'
import type { Reporter } from './reporter.ts'

/**
 * One page to look through, in one file that loads nothing. Its policy lets it run its own script and style, known by
 * their hashes, and nothing else: no text of a report can become either.
 */
export const html: Reporter = (report) => {
  const word = wordOf(report).toLowerCase()
  const data = pageData(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Governance: ${htmlText(word)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>Governance report</h1><button id="theme" type="button" hidden>Theme: auto</button></header>
<main>
${verdictHtml(report)}
${countsHtml(report, data)}
${comparisonHtml(report)}${browserHtml(report)}
</main>
<script id="data" type="application/json">${inScript(jsonText(data))}</script>
<script>${script}</script>
</body>
</html>
`
}

/** JSON has no other use for `<` than in strings, and without it nothing ends or opens a script. */
function inScript(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')
}

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${digestOf(script, 'base64')}'`,
  `style-src 'sha256-${digestOf(style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The filters, hidden until the page's script can use them, and the list of issues, which it replaces. */
function browserHtml(report: Report): string {
  if (issuesOf(report).length === 0) return `<p class="empty">${nothing(report)}</p>`
  return `<section aria-label="Issues">
<form id="filters" role="search" hidden>
<label class="wide">Search <input id="search" type="search" placeholder="message, path, rule, API" autocomplete="off" spellcheck="false"></label>
<fieldset id="severities"><legend>Severity</legend></fieldset>
<label>Rule <select id="rule"></select></label>
<label>API <select id="api"></select></label>
<label>Ruleset <select id="ruleset"></select></label>
<label>Group by <select id="group"><option value="api">API</option><option value="rule">rule</option><option value="ruleset">ruleset</option><option value="severity">severity</option><option value="none">nothing</option></select></label>
<label>Sort by <select id="sort"><option value="severity">worst first</option><option value="count">most issues</option><option value="place">name and location</option></select></label>
<label id="excused-label" hidden><input id="excused" type="checkbox"> show what is not counted</label>
</form>
<div id="toolbar" hidden><p class="found"><span id="status" role="status"></span> <button id="reset" type="button" hidden>Clear filters</button></p>
<p class="tools"><button id="collapse" type="button">Collapse all</button> <button id="expand" type="button">Expand all</button></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open</p></div>
<div id="list">${listHtml(report)}</div>
<button id="more" type="button" hidden>Show more</button>
</section>`
}

function nothing(report: Report): string {
  if (!isEvaluated(report)) return 'Nothing was evaluated.'
  return faultsOf(report).length > 0 ? 'No issues in this incomplete result.' : 'No issues.'
}
