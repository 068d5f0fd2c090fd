/** What a terminal takes as one command: CSI (colour, cursor) and a terminated string (title, link, clipboard).
 * No string goes on past the start of the next one, so that a text of starts alone takes no longer than any other. */
const command =
  String.raw`(?:\u001b\[|\u009b)[0-?]*[ -\/]*[@-~]` +
  String.raw`|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)`

/** C0 but newline, DEL, C1, bidi controls, line and paragraph separators, BOM, annotation marks and the language tag. */
const control = String.raw`[\0-\t\v-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0001}]`

const unsafe = new RegExp(`${command}|${control}`, 'gu')
const breaks = new Set(['\t', '\v', '\f', '\u0085', '\u2028', '\u2029'])
const loneSurrogate = /\p{Surrogate}/gu

/** Commands that CI systems obey anywhere in a log line: `##[error]`, `##vso[...]`, `##teamcity[...]`. */
const logCommand = /##(?=\[|vso\[|teamcity\[)/gi

/**
 * Text from a server or a document, made safe to print: nothing in it can move a terminal's cursor, colour or
 * title, reorder the line that it stands in, or command a CI system. Newlines stay; other breaks become spaces.
 * Every control character is consumed in one pass, so that what is left cannot form a new sequence.
 */
export function sanitize(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replace(unsafe, (found) => (breaks.has(found) ? ' ' : ''))
    .replace(loneSurrogate, '\ufffd')
    .replace(logCommand, '# #')
}

/** `sanitize`, on one line: every run of white space becomes one space. */
export function oneLine(text: string): string {
  return sanitize(text).replace(/\s+/gu, ' ').trim()
}
