import type { Owner } from './outbox-records'

/** What of the browser this needs: each may be missing, as in old browsers and outside a secure context. */
export interface PageTools {
  locks?: Pick<LockManager, 'request' | 'query'>
  openChannel?: () => Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>
}

/** Another page that does not let go by then, perhaps put to sleep, is not waited for. */
const patienceMs = 10_000

interface Greeting {
  kind: 'opened' | 'here' | 'closed'
  place: string
  writer: string
}

/** A page on which somebody labels, and what it knows of that person's other pages in this browser. */
export class OpenPage {
  /** Names the page in all that it saves. */
  readonly writer: string = crypto.randomUUID()
  private readonly place: string
  private readonly others = new Set<string>()
  private readonly channel: ReturnType<NonNullable<PageTools['openChannel']>> | undefined
  private letGo: () => void = () => {}

  constructor(
    { user, project }: Owner,
    private readonly tools: PageTools,
  ) {
    this.place = `${user}/${project}`
    this.channel = tools.openChannel?.()
  }

  /** The browser lets go of the lock when the page ends, however it ends. */
  open(): void {
    const held = new Promise<void>((resolve) => (this.letGo = resolve))
    this.tools.locks?.request(this.nameLock(this.writer), () => held).catch(() => {})
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Greeting>) => this.hear(data)
    this.greet('opened')
  }

  close(): void {
    this.greet('closed')
    this.channel?.close()
    this.letGo()
  }

  /** Whether no other page of this person in this project is open. A page that crashed still counts. */
  get isAlone(): boolean {
    return this.others.size === 0
  }

  /** Which pages are open, by writer. */
  async listOpen(): Promise<Set<string>> {
    const prefix = this.nameLock('')
    const { held = [], pending = [] } = (await this.tools.locks?.query()) ?? {}
    const names = [...held, ...pending].map(({ name = '' }) => name)
    const open = names.filter((each) => each.startsWith(prefix))
    return new Set([this.writer, ...open.map((each) => each.slice(prefix.length))])
  }

  /** One page at a time; where there are no locks, at once. */
  async takeTurn<T>(act: () => Promise<T>): Promise<T> {
    const { locks } = this.tools
    if (!locks) return act()
    let begun: Promise<T> | null = null
    const begin = () => (begun ??= act())
    try {
      const signal = AbortSignal.timeout(patienceMs)
      return await locks.request(`stepmark/outbox/${this.place}`, { signal }, begin)
    } catch (error) {
      if (begun) throw error
      return begin()
    }
  }

  private nameLock(writer: string): string {
    return `stepmark/page/${this.place}/${writer}`
  }

  private greet(kind: Greeting['kind']): void {
    const greeting: Greeting = { kind, place: this.place, writer: this.writer }
    this.channel?.postMessage(greeting)
  }

  private hear({ kind, place, writer }: Greeting): void {
    if (place !== this.place) return
    if (kind === 'closed') return void this.others.delete(writer)
    this.others.add(writer)
    if (kind === 'opened') this.greet('here')
  }
}
