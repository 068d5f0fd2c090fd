/**
 * Terminal commands: CSI (colour, cursor) and terminated strings (title, link, clipboard). A string ends before the next
 * start, so that a text of many starts is scanned in linear time.
 */
const command =
  String.raw`(?:\u001b\[|\u009b)[0-?]*[ -\/]*[@-~]` +
  String.raw`|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)`

/** C0 but newline, DEL, C1, bidi controls, line and paragraph separators, BOM, annotation marks and the language tag. */
const control = String.raw`[\0-\t\v-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0001}]`

/** Most texts: letters, digits and marks of ASCII, which nothing below changes. A `#` may begin a command. */
const harmless = /^[\n -"$-~]*$/

const unsafe = new RegExp(`${command}|${control}`, 'gu')
const breaks = new Set(['\t', '\v', '\f', '\u0085', '\u2028', '\u2029'])
const loneSurrogate = /\p{Surrogate}/gu

/** Commands that CI systems obey anywhere in a log line: `##[error]`, `##vso[...]`, `##teamcity[...]`. */
const logCommand = /##(?=\[|vso\[|teamcity\[)/gi

/** Characters that take no room or look like a blank: two names that look the same differ by them. */
const invisible = String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\uffa0\u{e0020}-\u{e007f}`
/** Joiners have their work between letters of some scripts, and in emoji; elsewhere they only hide. */
const joiner = String.raw`\u200c\u200d`
const joined = String.raw`[^\0-\u007f${joiner}${invisible}]`
const unseen = new RegExp(`[${invisible}]|(?<!${joined})[${joiner}]|[${joiner}](?!${joined})`, 'gu')

/**
 * Text from a server or a document, made safe to print: nothing in it can move a terminal's cursor, colour or
 * title, reorder the line that it is in, or command a CI system. Newlines stay; other breaks become spaces. What
 * cannot be seen is named, such as <U+200B>.
 * Every control character is consumed in one pass, so that what is left cannot form a new sequence.
 */
export function sanitize(text: string): string {
  if (harmless.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replace(unsafe, (found) => (breaks.has(found) ? ' ' : ''))
    .replace(loneSurrogate, '\ufffd')
    .replace(unseen, renderCodePoint)
    .replace(logCommand, '# #')
}

/** `sanitize`, on one line: every run of white space becomes one space. */
export function oneLine(text: string): string {
  const safe = sanitize(text)
  return (/[^\S ]| {2}/u.test(safe) ? safe.replace(/\s+/gu, ' ') : safe).trim()
}

function renderCodePoint(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour may precede the text.
const lineCommand = /^((?:[^\S\n]|\u001b\[\d+m)*):(?=:)/gm

/** A line that starts with `::` is a command to GitHub's log reader; a ratio sign looks the same and is none. */
export function withoutLineCommands(text: string): string {
  return text.replaceAll(lineCommand, '$1\u2236')
}
