import type { RecordOwner } from './outbox-records'

/** Each may be missing in old browsers and outside a secure context. */
export interface TabCoordinationApis {
  locks?: Pick<LockManager, 'request' | 'query'>
  openChannel?: () => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
}

/** After this time a lock of another page, perhaps a suspended one, is ignored. */
const lockTimeoutMs = 10_000

interface PresenceMessage {
  kind: 'opened' | 'here' | 'closed'
  scope: string
  writer: string
}

/** Announces this page to the user's other tabs and tracks which of them are open. */
export class PagePresence {
  /** Id of this page, sent with every save. */
  readonly writer: string = crypto.randomUUID()
  private readonly scope: string
  private readonly others = new Set<string>()
  private readonly channel: ReturnType<NonNullable<TabCoordinationApis['openChannel']>> | undefined
  private releaseLock: () => void = () => {}

  constructor(
    { user, project }: RecordOwner,
    private readonly apis: TabCoordinationApis,
  ) {
    this.scope = `${user}/${project}`
    this.channel = apis.openChannel?.()
  }

  /** Holds a lock until the page ends, even by a crash. */
  open(): void {
    const lockRelease = new Promise<void>((resolve) => (this.releaseLock = resolve))
    this.apis.locks?.request(this.lockName(this.writer), () => lockRelease).catch(() => {})
    if (this.channel)
      this.channel.onmessage = ({ data }: MessageEvent<PresenceMessage>) => this.receive(data)
    this.announce('opened')
  }

  close(): void {
    this.announce('closed')
    this.channel?.close()
    this.releaseLock()
  }

  /** Whether no other page of this user and project is open. A crashed page still counts as open. */
  get isAlone(): boolean {
    return this.others.size === 0
  }

  /** Ids of the open pages. */
  async listOpenWriters(): Promise<Set<string>> {
    const prefix = this.lockName('')
    const locks = await this.apis.locks?.query()
    const names = [...(locks?.held ?? []), ...(locks?.pending ?? [])].map(({ name = '' }) => name)
    const openNames = names.filter((each) => each.startsWith(prefix))
    return new Set([this.writer, ...openNames.map((each) => each.slice(prefix.length))])
  }

  /** Runs on one page at a time. Without lock support it runs at once. */
  async runExclusive<T>(run: () => Promise<T>): Promise<T> {
    const { locks } = this.apis
    if (!locks) return run()
    let running: Promise<T> | null = null
    const start = () => (running ??= run())
    try {
      const signal = AbortSignal.timeout(lockTimeoutMs)
      return await locks.request(`stepmark/outbox/${this.scope}`, { signal }, start)
    } catch (error) {
      if (running) throw error
      return start()
    }
  }

  private lockName(writer: string): string {
    return `stepmark/page/${this.scope}/${writer}`
  }

  private announce(kind: PresenceMessage['kind']): void {
    const message: PresenceMessage = { kind, scope: this.scope, writer: this.writer }
    this.channel?.postMessage(message)
  }

  private receive({ kind, scope, writer }: PresenceMessage): void {
    if (scope !== this.scope) return
    if (kind === 'closed') return void this.others.delete(writer)
    this.others.add(writer)
    if (kind === 'opened') this.announce('here')
  }
}
