import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from '@/lib/client/call-api'
import { AppError } from '@/lib/platform/errors'

/** A write and its outcome. */
export interface SentWrite {
  kind: 'save' | 'submit'
  user: string
  /** The audit log has the solution of each lease. */
  lease: string
  sequence: number
  ratings: readonly (0 | 1)[]
  /** Different in each write of an annotator, to recognise the write in the database. */
  activeMs: number
  /** `unknown`: no attempt was answered, or the server rejected it for another reason. */
  outcome: 'done' | 'lease_lost' | 'unknown'
}

export interface AnnotatorClientTarget {
  /** The slug. */
  project: string
  /** One for each process. */
  urls: readonly string[]
  steps: number
}

/** Time limit of the first attempt. It doubles with each retry, because the machine may be slow. */
const firstTimeoutMs = 3_000
const maxDoublings = 4
/** Longer than a crash and a restart take. */
const giveUpAfterMs = 180_000
const maxRetryPauseMs = 60
const noWorkPauseMs = 200

/** Annotates over HTTP, with all processes in turn. Retries with the same Idempotency-Key, and records every write. */
export class AnnotatorClient {
  readonly sentWrites: SentWrite[] = []
  /** Errors that no injected fault explains. */
  readonly unexpected: string[] = []
  /** Milliseconds of writes without a retry. */
  readonly times: number[] = []
  retries = 0
  private turn: number
  private sequence = 0
  private readonly writer = randomUUID()

  constructor(
    private readonly target: AnnotatorClientTarget,
    readonly user: string,
    private readonly token: string,
  ) {
    this.turn = randomInt(target.urls.length)
  }

  /** Works until `isOver`, or with `untilNoneLeft` until the queue has nothing for this annotator, or no server answers. */
  async work(isOver: () => boolean, untilNoneLeft = false, paceMs = 0): Promise<void> {
    while (!isOver()) {
      if (paceMs > 0) await sleep(paceMs)
      const claim = await this.claim()
      if (claim === null) return
      if (claim.kind === 'solution') await this.label(claim.lease.id)
      else if (
        untilNoneLeft &&
        !(claim.kind === 'none_left' && claim.reason === 'leased_by_others')
      )
        return
      else await sleep(noWorkPauseMs)
    }
  }

  private async label(lease: string): Promise<void> {
    for (let saves = randomInt(1, 4); saves > 0; saves--) {
      const ratings = this.makeRatings(randomInt(1, this.target.steps))
      if ((await this.write('save', lease, ratings)) !== 'done') return
    }
    if (randomInt(30) === 0) return this.release(lease)
    await this.write('submit', lease, this.makeRatings(this.target.steps))
  }

  private makeRatings(steps: number): (0 | 1)[] {
    return Array.from({ length: steps }, () => randomInt(2) as 0 | 1)
  }

  private claim() {
    const { project } = this.target
    return this.callWithRetry((options) =>
      callApi('post /projects/{project}/claims', { project }, options),
    )
  }

  private async release(lease: string): Promise<void> {
    const input = { project: this.target.project, lease }
    await this.callWithRetry((options) =>
      callApi('delete /projects/{project}/leases/{lease}', input, options),
    )
  }

  private async write(
    kind: 'save' | 'submit',
    lease: string,
    ratings: (0 | 1)[],
  ): Promise<SentWrite['outcome']> {
    this.sequence += 1
    const { user, sequence } = this
    const activeMs = sequence * 10
    const sentWrite: SentWrite = {
      kind,
      user,
      lease,
      sequence,
      ratings,
      activeMs,
      outcome: 'unknown',
    }
    this.sentWrites.push(sentWrite)
    const input = {
      project: this.target.project,
      lease,
      writer: this.writer,
      sequence,
      ratings,
      activeMs,
      basedOn: 0,
      events: [],
    }
    const idempotencyKey = randomUUID()
    const startedAt = performance.now()
    const { retries } = this
    try {
      const reply = await this.callWithRetry(async (options) => {
        const optionsWithKey = { ...options, idempotencyKey }
        if (kind === 'save') await callApi(saveRoute, input, optionsWithKey)
        else await callApi(submitRoute, { ...input, finishReason: 'solution' }, optionsWithKey)
        return true
      })
      if (reply !== null) sentWrite.outcome = 'done'
    } catch (error) {
      if (error instanceof AppError && error.code === 'lease_lost') sentWrite.outcome = 'lease_lost'
      else this.unexpected.push(`${kind}: ${String(error)}`)
    }
    if (this.retries === retries) this.times.push(performance.now() - startedAt)
    return sentWrite.outcome
  }

  /** Retries at the next process until one answers. Null if none did. */
  private async callWithRetry<T>(
    run: (options: { baseUrl: string; token: string; signal: AbortSignal }) => Promise<T>,
  ): Promise<T | null> {
    const deadline = performance.now() + giveUpAfterMs
    for (let attempt = 0; performance.now() < deadline; attempt++) {
      const baseUrl = this.target.urls[this.turn++ % this.target.urls.length]!
      const signal = AbortSignal.timeout(firstTimeoutMs * 2 ** Math.min(attempt, maxDoublings))
      try {
        return await run({ baseUrl, token: this.token, signal })
      } catch (error) {
        const isRejection = error instanceof AppError && error.code !== 'unavailable'
        if (isRejection && error.code !== 'internal') throw error
        // This is a bug. It is recorded, and the annotator continues.
        if (isRejection) this.unexpected.push(error.message)
        this.retries += 1
        await sleep(randomInt(maxRetryPauseMs))
      }
    }
    return null
  }
}

const saveRoute = 'put /projects/{project}/leases/{lease}/annotation'
const submitRoute = 'post /projects/{project}/leases/{lease}/submission'
