/** Whether a reference can be the name of an npm package, or of a file in one: no path, no URL, no drive. */
export function isPackage(reference: string): boolean {
  return /^(?:@[\w.~-]+\/)?[a-z0-9~_-][\w.~-]*(?:\/[\w.~-]+)*$/i.test(reference)
}
