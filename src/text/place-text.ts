interface Place {
  readonly start_line: number
  readonly start_char: number
}

/** `openapi.yaml:3:14`, as editors and terminals take it; the file alone where no place in it is meant. */
export function placeText(file: string, at?: Place): string {
  return at === undefined ? file : `${file}:${at.start_line}:${at.start_char}`
}
