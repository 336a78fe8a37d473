const quietMs = 10_000

/** An outage makes the same trouble every second. */
export function logOften(log: (error: unknown) => void): (error: unknown) => void {
  let lastAt = -Infinity
  return (error) => {
    const now = performance.now()
    if (now - lastAt < quietMs) return
    lastAt = now
    log(error)
  }
}
