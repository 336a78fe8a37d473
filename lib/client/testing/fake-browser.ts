import 'fake-indexeddb/auto'
import { openOutboxDatabase } from '@/lib/client/outbox-database'
import type { TabCoordinationApis } from '@/lib/client/page-presence'
import { createFakeStorage } from './fake-storage'

interface Lock {
  name: string
  tab: FakeTab
  grant: () => void
}

/** One browser with its database. All of its tabs share locks, channels and storage. */
export class FakeBrowser {
  readonly databaseName = `stepmark-${crypto.randomUUID()}`
  readonly storage = createFakeStorage()
  readonly heldLocks = new Map<string, Lock>()
  readonly pending: Lock[] = []
  readonly channels = new Set<FakeChannel>()

  openTab(): FakeTab {
    return new FakeTab(this)
  }

  /** Gives free locks to the first requests in the queue. */
  grantFreeLocks(): void {
    for (const lock of [...this.pending]) {
      if (this.heldLocks.has(lock.name)) continue
      this.pending.splice(this.pending.indexOf(lock), 1)
      this.heldLocks.set(lock.name, lock)
      lock.grant()
    }
  }
}

class FakeChannel {
  onmessage: ((event: MessageEvent) => void) | null = null

  constructor(private readonly tab: FakeTab) {
    tab.browser.channels.add(this)
  }

  postMessage = (data: unknown): void => {
    for (const channel of this.tab.browser.channels)
      if (channel !== this)
        queueMicrotask(() => channel.onmessage?.({ data } as MessageEvent<unknown>))
  }

  close = (): void => {
    this.tab.browser.channels.delete(this)
  }

  belongsTo(tab: FakeTab): boolean {
    return tab === this.tab
  }
}

/** The browser APIs of a page. */
export class FakeTab {
  isClosed = false
  private database: IDBDatabase | null = null

  constructor(readonly browser: FakeBrowser) {}

  readonly apis: TabCoordinationApis = {
    locks: {
      request: (name: string, ...otherArguments: unknown[]) =>
        this.requestLock(name, otherArguments.at(-1) as () => Promise<unknown>),
      query: async () => {
        const name = ({ name }: Lock) => ({ name })
        const { heldLocks, pending } = this.browser
        // The Web Locks API calls these `held` and `pending`.
        return { ['held']: [...heldLocks.values()].map(name), pending: pending.map(name) }
      },
    },
    openChannel: () => new FakeChannel(this),
  }

  getStorage = (): Storage => this.browser.storage

  connect = async (onClosed: () => void): Promise<IDBDatabase> => {
    if (this.isClosed) throw new Error('This page is gone.')
    this.database = await openOutboxDatabase(onClosed, this.browser.databaseName)
    return this.database
  }

  /** Browsers may do this at any time. */
  closeDatabase(): void {
    this.database?.close()
  }

  /** Kills the process. Sent requests continue, but their replies are lost. */
  crash(): void {
    this.isClosed = true
    this.closeDatabase()
    const { heldLocks, pending, channels } = this.browser
    for (const [name, { tab }] of heldLocks) if (tab === this) heldLocks.delete(name)
    for (const lock of pending.filter(({ tab }) => tab === this))
      pending.splice(pending.indexOf(lock), 1)
    for (const channel of channels) if (channel.belongsTo(this)) channel.close()
    this.browser.grantFreeLocks()
  }

  private async requestLock(name: string, run: () => Promise<unknown>): Promise<unknown> {
    const { browser } = this
    if (this.isClosed) return new Promise(() => {})
    await new Promise<void>((resolve) => {
      browser.pending.push({ name, tab: this, grant: resolve })
      browser.grantFreeLocks()
    })
    try {
      return await run()
    } finally {
      if (browser.heldLocks.get(name)?.tab === this) browser.heldLocks.delete(name)
      browser.grantFreeLocks()
    }
  }
}
