/** What the program's modules have of Node, in a page: paths of texts, and a disk that nothing is on. */
export { dequal as isDeepStrictEqual } from 'dequal'
export * from 'pathe'

const refuse = async () => {
  throw new Error('a page has no files')
}

export {
  refuse as access,
  refuse as lstat,
  refuse as readdir,
  refuse as readFile,
  refuse as readlink,
  refuse as open,
  refuse as realpath,
  refuse as stat,
  refuse as statSync,
}

/** A content is its own digest: two are the same only if the contents are. */
export function createHash() {
  let content = ''
  const hash = {
    update: (more) => {
      content += typeof more === 'string' ? more : new TextDecoder().decode(more)
      return hash
    },
    digest: () => content,
  }
  return hash
}

/** Runs nothing: the page ends a worker that takes too long. */
export class Script {}
