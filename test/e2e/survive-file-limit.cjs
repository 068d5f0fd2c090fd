// A write beyond a limit on the size of files is to fail, as on a full disk, and not to end the process.
process.on('SIGXFSZ', () => {})
