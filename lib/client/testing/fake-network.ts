import type { LabellingScreenCalls } from '@/lib/client/labelling-screen-calls'
import { AppError } from '@/lib/platform/errors'
import type { FakeTab } from './fake-browser'
import type { InMemoryServer } from './in-memory-server'

export type NetworkState = 'up' | 'down' | 'slow' | 'mute'

/** The connection of one device to the server. */
export class FakeNetwork {
  private state: NetworkState = 'up'
  private readonly waitingRequests = new Set<() => void>()

  constructor(private readonly server: InMemoryServer) {}

  change(state: NetworkState): void {
    this.state = state
    for (const wake of this.waitingRequests) wake()
    this.waitingRequests.clear()
  }

  /** Requests reach the server even if their tab closes, but then the reply is lost. */
  open(tab: FakeTab): LabellingScreenCalls {
    const { server } = this
    const send = <T>(request: () => T) => this.send(tab, request)
    return {
      serve: (isPrefetch) => send(() => server.serve(isPrefetch)),
      read: (lease) => send(() => server.read(lease)),
      readSteps: (lease, step) => send(() => server.readSteps(lease, step)),
      save: (lease, body) => send(() => server.save(lease, structuredClone(body))),
      finish: (finish) => send(() => server.finish(structuredClone(finish))),
      reopen: (annotation, key) => send(() => server.reopen(annotation, key)),
      findReopenable: () => send(() => server.findReopenable()),
      renew: (lease) => send(() => server.renew(lease)),
      release: (lease) => send(() => server.release(lease)),
    }
  }

  private async send<T>(tab: FakeTab, request: () => T): Promise<T> {
    if (tab.isClosed) return new Promise(() => {})
    while (this.state === 'slow') await new Promise<void>((wake) => this.waitingRequests.add(wake))
    const { state } = this
    const unavailable = () => new AppError('unavailable', 'The server cannot be reached.')
    try {
      if (state === 'down') throw unavailable()
      const reply = structuredClone(request())
      if (state === 'mute') throw unavailable()
      return reply
    } catch (error) {
      throw state === 'mute' ? unavailable() : error
    } finally {
      await Promise.resolve()
      if (tab.isClosed) await new Promise(() => {})
    }
  }
}
