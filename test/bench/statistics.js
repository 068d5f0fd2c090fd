/** The middle of the values; of an even number of them, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}
