import type pg from 'pg'

type Callback = (...outcome: unknown[]) => void

/**
 * Closes a connection if a statement has no response for this long. `statement_timeout` is enforced by the server: a
 * frozen server or a network that lost the response sends nothing, and both this caller and the next user of the
 * connection would wait forever. The statement then fails as on any lost connection. Streams (COPY) are exempt.
 */
export function giveUpOnSilence(client: pg.ClientBase, afterMs: number): void {
  const inherited = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown }
  // Looked up each time, because the shared prototype may be traced too.
  const query = (...args: unknown[]) => inherited.query.apply(client, args)
  const { stream } = Reflect.get(client, 'connection') as { stream: { destroy(): void } }
  const beginWaiting = () => {
    const timer = setTimeout(() => stream.destroy(), afterMs)
    return () => clearTimeout(timer)
  }
  const watched = (...args: unknown[]): unknown => {
    const last = args.at(-1)
    if (typeof last === 'function') {
      const stop = beginWaiting()
      const callback: Callback = (...outcome) => {
        stop()
        ;(last as Callback)(...outcome)
      }
      return query(...args.slice(0, -1), callback)
    }
    const answer = query(...args)
    if (!(answer instanceof Promise)) return answer
    const stop = beginWaiting()
    answer.then(stop, stop)
    return answer
  }
  client.query = watched as typeof client.query
}
