/** Whether a command line is that of `gov check`. */
export function isCheck([name]: readonly string[]): boolean {
  return name === 'check' || name === 'lint'
}

/** Commander's message for the second value of an option that takes one. */
export const alreadyGiven = 'The flag was already given with another value.'
