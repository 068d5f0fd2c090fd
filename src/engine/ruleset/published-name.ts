const owaspPackage =
  /^https:\/\/unpkg\.com\/(@stoplight\/spectral-owasp-ruleset)(?:@[\^~]?2(?:\.[^/]*)?)?\/dist\/ruleset\.m?js$/

/**
 * The name under which the engine has a published ruleset, for the URLs of it that its documentation tells people to
 * extend; any other reference is its own name. A URL of version 1 is none of these: its rules have other names.
 */
export function publishedName(reference: string): string {
  return owaspPackage.exec(reference)?.[1] ?? reference
}
