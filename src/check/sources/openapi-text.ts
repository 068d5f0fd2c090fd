import { parseDocument } from '../../core/document/document.ts'
import { isDefinition } from '../../core/document/openapi-versions.ts'
import { tryMake } from '../../core/model/try-make.ts'

const mayHoldVersion = /openapi|swagger|\\[xuU\r\n\x85\u2028\u2029]/
const siblings = ['info', '(?:paths|webhooks|components|definitions)'].map(
  (name) => new RegExp(`(?:^|[{,])\\s*["']?${name}["']?\\s*:`, 'm'),
)
const blockVersion = /^(["']?)(?:openapi\1[ \t]*:[ \t]*["']?3\.\d|swagger\1[ \t]*:[ \t]*["']?2\.0)/m
const flowVersion = /(["']?)\b(?:openapi\1\s*:\s*["']?3\.\d|swagger\1\s*:\s*["']?2\.0)/g
const flowKey = /(["']?)\b(?:openapi|swagger)\1\s*:/g
const lineVersion = /^[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[23]\./gm
const lineKey = /^[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:/gm

const tagStart = String.raw`\{[{%#]|<[%#]`
/** The key of a version that is a placeholder as a whole. Few anchors and tags may stand before that, as each is read again. */
const openVersion = new RegExp(
  String.raw`((?:^|[{,}>]\s*)["']?(?:openapi|swagger)["']?\s*:\s*(?:[&!|>]\S*\s+){0,3}["']?)(?=${tagStart}|\$[\w{(]|#\{|@\w+@|%\w+%)`,
  'gm',
)

/** Whether a document whose beginning is `head` says at its top that it is OpenAPI 3, or Swagger 2.0. */
export function declaresOpenApi(head: string, format: 'json' | 'yaml'): boolean {
  const text = head.replace(/^\ufeff/, '')
  const isFlow = format === 'json' || text.trimStart().startsWith('{')
  return isFlow ? hasTopKey(text, flowVersion) : blockVersion.test(text)
}

/**
 * Whether a whole text is OpenAPI in JSON (with comments, too) or YAML, or may become that, as a template does. What cannot be
 * parsed counts by a line with a version or a placeholder for it, by `info` and `paths` beside any value, or by a key that is written with
 * escapes. Unless a name says JSON or YAML (`isNamed`), all lines above must be of such a document, so that neither code nor a page that quotes a definition is one. What another
 * reader may take for one counts, too, which gov then refuses: see `readElsewhere`.
 */
export function isOpenApi(written: string, isNamed: boolean): boolean {
  const text = written.replaceAll(openVersion, '$13.')
  if (isNamed && hasTaggedKey(text) && parseIfValid(text, 'yaml') === undefined) return true
  if (!mayHoldVersion.test(text)) return false
  const json = parseIfValid(text, 'json')
  if (json !== undefined) return isDefinition(json)
  const plain = withoutComments(text)
  const bare = readElsewhere(withoutTags(plain))
  const values = [...new Set([bare, withoutTags(plain), plain, text])].map((each) =>
    parseIfValid(each, 'yaml'),
  )
  if (values.some(isDefinition)) return true
  if (values[0] !== undefined) return false
  if (countKeys(withoutEscapes(bare)) > countKeys(bare)) return true
  const hasSiblings = siblings.every((sibling) => sibling.test(bare))
  if (bare.trimStart().startsWith('{')) return hasTopKey(bare, hasSiblings ? flowKey : flowVersion)
  const lines = [...bare.matchAll(hasSiblings ? lineKey : lineVersion)]
  return lines.some(({ 0: line, index }) => isNamed || isTopOfDocument(bare.slice(0, index), line))
}

/** Without what readers of YAML disagree on: characters that end a line for some or are skipped at its start, and unknown tags. */
function readElsewhere(text: string): string {
  return text
    .replaceAll(/[\x85\u2028\u2029]/g, '\n')
    .replaceAll(/^\ufeff+/gm, '')
    .replaceAll(/(?<=^|[\s,{[])!(?:<[^>\s<]*>|[^\s,{}[\]]*)[ \t]*/gm, '')
}

function countKeys(text: string): number {
  return text.match(/"(?:openapi|swagger)"/g)?.length ?? 0
}

/** A text with the letters that escapes in quotes stand for, and without the line breaks behind a backslash. */
function withoutEscapes(text: string): string {
  return text
    .replaceAll(/\\\r?\n\s*/g, '')
    .replaceAll(/\\(?:x(..)|u(.{4})|U(.{8}))/g, (all, ...codes: (string | undefined)[]) => {
      const letter = String.fromCharCode(Number.parseInt(codes.slice(0, 3).join(''), 16))
      return /[a-z]/.test(letter) ? letter : all
    })
}

/** Whether a key at the top has a tag, by which a reader may take it for another text. */
function hasTaggedKey(text: string): boolean {
  return text.trimStart().startsWith('{') ? hasTopKey(text, taggedFlowKey) : taggedKey.test(text)
}

const taggedKey = /^(?:\?[ \t]+(?:&\S+[ \t]+)?!|(?:&\S+[ \t]+)?!\S*[ \t]+[^\s#][^\r\n]*?:(?:\s|$))/m
const taggedFlowKey = /(?<=[\s,{[])!(?:<[^>\s<]*>|[^\s,{}[\]"']*)\s+[^\s:,{}[\]]+\s*:/g

/** The value of a text; undefined where it cannot be parsed. */
export function parseIfValid(text: string, format: 'json' | 'yaml'): unknown {
  return tryMake(() => parseDocument(text, format).value)
}

/** Whether a text begins as JSON, YAML or a template of one does; true where that is not clear yet. */
export function beginsLikeDocument(head: string): boolean {
  const lines = withoutTags(withoutComments(head)).split('\n')
  const first = lines.find((line) => !/^\s*(?:#|---|%|\r?$|\.\.\.)/.test(line))
  return first === undefined || isDocumentLine(first)
}

/** Whether `line` is in the first column of a document, of which all `above` may be a part. */
function isTopOfDocument(above: string, line: string): boolean {
  const lines = above.split('\n')
  const first = lines.find((each) => /^[^#]*:/.test(each)) ?? line
  return lines.every(isDocumentLine) && countIndent(line) <= countIndent(first)
}

/** A key, what is below one, a comment, or a mark of JSON, YAML or a template. */
function isDocumentLine(line: string): boolean {
  return /^(?:[\s#%\-}\]{?&!*@$]|\.\.\.|$)|:(?:\s|$)/.test(line)
}

function countIndent(line: string): number {
  return line.length - line.trimStart().length
}

function hasTopKey(text: string, key: RegExp): boolean {
  return [...text.matchAll(key)].some(({ index }) => measureDepth(text.slice(0, index)) === 1)
}

/** How many brackets are open at the end of `text`, those in strings left out. */
function measureDepth(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  return bare.replaceAll(/[^{[]/g, '').length - bare.replaceAll(/[^}\]]/g, '').length
}

/** Start and end of a template tag: mustache, Go, Helm and Liquid; Jinja; ERB and EJS; FreeMarker. */
const tags: ReadonlyMap<string, string> = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
  ['<#', '>'],
])

/** A text without the tags of a template. One that is not closed ends them. */
function withoutTags(text: string): string {
  let bare = ''
  let from = 0
  for (const { 0: begin, index } of text.matchAll(new RegExp(tagStart, 'g'))) {
    if (index < from) continue
    const end = tags.get(begin) ?? ''
    const at = text.indexOf(end, index + begin.length)
    if (at === -1) break
    bare += text.slice(from, index)
    from = at + end.length
  }
  return bare + text.slice(from)
}

/** JSON without the comments that JSONC and JSON5 allow; any other text as it is. */
function withoutComments(text: string): string {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return text
  return text.replaceAll(stringOrComment, (part) => (part.startsWith('/') ? ' ' : part))
}

const stringOrComment = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
