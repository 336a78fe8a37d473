import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce } from './hand'

const intervalMs = 100

/**
 * Asks a process for what needs no database, again and again, until it is stopped. Gives the slowest answer in
 * milliseconds: by so much a busy machine may have delayed every other answer too.
 */
export function watchLag(url: string) {
  const over = new AbortController()
  let slowest = 0
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { ms } = await askOnce(`${url}/healthz`)
      slowest = Math.max(slowest, ms)
      await sleep(intervalMs)
    }
  })()
  return {
    async stop(): Promise<number> {
      over.abort()
      await watching
      return slowest
    },
  }
}
