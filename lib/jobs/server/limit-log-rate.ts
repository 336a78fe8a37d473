const minIntervalMs = 10_000

/** Logs an error at most every 10 s: during an outage, the same error occurs every second. */
export function limitLogRate(log: (error: unknown) => void): (error: unknown) => void {
  let lastAt = -Infinity
  return (error) => {
    const now = performance.now()
    if (now - lastAt < minIntervalMs) return
    lastAt = now
    log(error)
  }
}
