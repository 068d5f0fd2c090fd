/** Whether a header can carry the text as a credential: a line break or a blank could add a header of its own. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
