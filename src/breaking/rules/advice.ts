/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

export const newVersion = 'Keep what was valid, or offer the change in a new major version.'
