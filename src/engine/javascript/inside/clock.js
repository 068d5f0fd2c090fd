/**
 * Dates in UTC, and a random number that is always the same: equal input gives equal issues. Gives the function to which one says who
 * is told when the time is asked for, which stands still.
 */
;(() => {
  let tell = () => {}
  const Real = Date
  const hasZone = /(?:z|[+-]\d\d:?\d\d|gmt|utc)\s*(?:\(.*\))?$/i
  const isDay = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/
  const inUtc = (text) => (isDay.test(text) || hasZone.test(text) ? text : `${text}Z`)
  const utcOf = (text) => {
    const asUtc = Real.parse(inUtc(text))
    return Number.isNaN(asUtc) ? Real.parse(`${text} UTC`) : asUtc
  }
  const timeOf = (given) => {
    if (given.length === 0) return now()
    if (given.length > 1) return Real.UTC(...given)
    const value = given[0] instanceof Real ? given[0].getTime() : given[0]
    return typeof value === 'string' ? utcOf(value) : value
  }
  const now = () => {
    tell()
    return 0
  }
  function Still(...given) {
    if (!new.target) return new Real(now()).toUTCString()
    return Reflect.construct(Real, [timeOf(given)], new.target)
  }
  Still.prototype = Real.prototype
  Still.now = now
  Still.UTC = Real.UTC
  Still.parse = (text) => utcOf(`${text}`)
  Real.prototype.constructor = Still
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    Real.prototype[`get${part}`] = Real.prototype[`getUTC${part}`]
    if (part !== 'Day') Real.prototype[`set${part}`] = Real.prototype[`setUTC${part}`]
  }
  Real.prototype.getTimezoneOffset = () => 0
  for (const form of [
    'toString',
    'toDateString',
    'toTimeString',
    'toLocaleString',
    'toLocaleDateString',
    'toLocaleTimeString',
  ])
    Real.prototype[form] = Real.prototype.toUTCString
  globalThis.Date = Still
  Math.random = () => 0.5
  const silent = () => {}
  globalThis.console = {
    debug: silent,
    error: silent,
    info: silent,
    log: silent,
    trace: silent,
    warn: silent,
  }
  for (const name of ['performance', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry'])
    delete globalThis[name]
  return (listener) => {
    tell = listener
  }
})()
