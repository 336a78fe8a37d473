import type pg from 'pg'

type Callback = (...outcome: unknown[]) => void

/**
 * Closes a connection if a statement has no response for this long. `statement_timeout` is enforced by the server: a
 * frozen server or a network that lost the response sends nothing, and both this caller and the next user of the
 * connection would wait forever. The statement then fails as on any lost connection. Streams (COPY) are exempt.
 */
export function closeConnectionWhenUnresponsive(client: pg.ClientBase, afterMs: number): void {
  const clientPrototype = Object.getPrototypeOf(client) as {
    query: (...args: unknown[]) => unknown
  }
  // Looked up each time, because the shared prototype may be traced too.
  const query = (...args: unknown[]) => clientPrototype.query.apply(client, args)
  const { stream } = Reflect.get(client, 'connection') as { stream: { destroy(): void } }
  const startTimer = () => {
    const timer = setTimeout(() => stream.destroy(), afterMs)
    return () => clearTimeout(timer)
  }
  const queryWithTimeout = (...args: unknown[]): unknown => {
    const lastArgument = args.at(-1)
    if (typeof lastArgument === 'function') {
      const stopTimer = startTimer()
      const callback: Callback = (...outcome) => {
        stopTimer()
        ;(lastArgument as Callback)(...outcome)
      }
      return query(...args.slice(0, -1), callback)
    }
    const result = query(...args)
    if (!(result instanceof Promise)) return result
    const stopTimer = startTimer()
    result.then(stopTimer, stopTimer)
    return result
  }
  client.query = queryWithTimeout as typeof client.query
}
