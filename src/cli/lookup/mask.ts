/** Printed for a secret. The same for every one: its length stays hidden. */
export const mask = '********'
