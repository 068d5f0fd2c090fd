/** Whether a definition took all of the stack: each level of what it nests needs some. */
export function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}
