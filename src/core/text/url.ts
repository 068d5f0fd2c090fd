/** Whether a name has the form of a URL, of any scheme; `C:\` is a drive. */
export function isUrl(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name)
}
