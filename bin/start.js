/**
 * Runs the program that `load` gives to its end, sets the exit code of this process, and then does `last`. `onWork` is
 * called when what takes a run long begins.
 */
exports.start = (load, last = () => {}, onWork = () => {}) => {
  const fault = (what) => {
    process.stderr.write(
      `error: gov met a fault of its own: ${what}\n  hint: Please report it with the command.\n`,
    )
  }
  // A run that ends without its end, since nothing is left to wait for, must not look like a pass.
  const early = () => fault('it ended before its run did')
  process.exitCode = 70
  process.once('exit', early)
  process.once('uncaughtException', (error) => {
    process.off('exit', early)
    fault(error?.message)
    process.exit(70)
  })
  load()
    .main(process, onWork)
    .then((exitCode) => {
      process.off('exit', early)
      process.exitCode = exitCode
      // What cannot be called off must not keep a run that has ended from ending. An exit waits for the look-up of a
      // name all the same, so that an interrupted run ends by its signal, which shells show as the same code.
      const signal = { 130: 'SIGINT', 143: 'SIGTERM' }[exitCode]
      setTimeout(() => (signal ? process.kill(process.pid, signal) : process.exit()), 100).unref()
      if (signal === undefined) last()
    })
}
