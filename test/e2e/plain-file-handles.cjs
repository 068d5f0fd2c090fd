/** Like Yarn's Plug'n'Play: `fs` takes text and bytes, and its file handles cannot sync. */
const { promises } = require('node:fs')

const isPlain = (data) => typeof data === 'string' || ArrayBuffer.isView(data)
const { open, writeFile } = promises

promises.writeFile = (file, data, options) => {
  if (!isPlain(data)) throw new TypeError('text or bytes only')
  return writeFile(file, data, typeof options === 'object' ? { ...options, flush: undefined } : options)
}

promises.open = async (...args) => {
  const handle = await open(...args)
  const { appendFile } = handle
  handle.sync = () => {
    throw new Error('Method not implemented.')
  }
  handle.writeFile = handle.sync
  handle.appendFile = (data, options) => {
    if (!isPlain(data)) throw new TypeError('text or bytes only')
    return appendFile.call(handle, data, options)
  }
  return handle
}
