import type pg from 'pg'

type Callback = (...outcome: unknown[]) => void

/**
 * Ends a connection on which a statement has had no answer for so long. `statement_timeout` is the server's own limit: a
 * server that stands still, or a network that lost the answer, says nothing at all, and whoever waits would wait for
 * ever, and so would who gets the connection next. What waits then fails as on any connection that is lost. A stream
 * (COPY) is left alone.
 */
export function giveUpOnSilence(client: pg.ClientBase, afterMs: number): void {
  const inherited = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown }
  // Looked up each time: what all connections share may be watched too.
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
