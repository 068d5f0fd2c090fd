/** Called at bounded intervals of work. Throws to end the evaluation: the engine itself knows no clock. */
export type Checkpoint = () => void

/** Pieces of work (a node, a call of a function) from one call of a checkpoint to the next. */
const interval = 16

/** To be called at each piece of work; most of the time it only counts. */
export function counted(checkpoint: Checkpoint | undefined): Checkpoint {
  if (!checkpoint) return () => {}
  let left = 1
  return () => {
    left -= 1
    if (left > 0) return
    left = interval
    checkpoint()
  }
}
