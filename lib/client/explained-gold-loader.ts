import type { ApiReply } from './call-api'

export type ExplainedGold =
  ApiReply<'post /projects/{project}/own/explanations'>['explained'][number]

/**
 * Loads explanations of answered gold. The server sends each explanation once. So a call whose reply was lost is
 * repeated with its idempotency key, which returns that reply, and calls run one after another.
 */
export class ExplainedGoldLoader {
  private lastLoad = Promise.resolve()
  private unansweredKey: string | null = null

  constructor(
    private readonly requestExplanations: (
      idempotencyKey: string,
    ) => Promise<readonly ExplainedGold[]>,
    private readonly onLoad: (explanations: readonly ExplainedGold[]) => void,
  ) {}

  /** Never rejects. Explanations that fail to load are loaded with the next call. */
  load(): Promise<void> {
    this.lastLoad = this.lastLoad.then(() => this.loadNew()).catch(() => undefined)
    return this.lastLoad
  }

  private async loadNew(): Promise<void> {
    if (this.unansweredKey !== null) await this.request(this.unansweredKey)
    await this.request(crypto.randomUUID())
  }

  private async request(idempotencyKey: string): Promise<void> {
    this.unansweredKey = idempotencyKey
    const explanations = await this.requestExplanations(idempotencyKey)
    this.unansweredKey = null
    if (explanations.length > 0) this.onLoad(explanations)
  }
}
