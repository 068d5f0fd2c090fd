/** The text of a file, built into the program. */
declare module '*?raw' {
  const text: string
  export default text
}
