/** A flood of requests must not become one of log lines. */
export function onceAMinute<Args extends unknown[]>(say: (...args: Args) => void): (...args: Args) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (Date.now() - last < 60_000) return
    last = Date.now()
    say(...args)
  }
}
