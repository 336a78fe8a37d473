import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from '@/lib/client/call-api'
import { AppError } from '@/lib/platform/errors'
import { withPgClient } from '@/lib/platform/server/pg-client'
import type { TestProject } from '@/prisma/seed/factories'

const maxAttempts = 50

export interface AnnotatorRunOptions {
  project: TestProject
  /** Of PostgreSQL itself, to expire some leases. */
  databaseUrl: string
  /** Used in turn. */
  urls: readonly string[]
  /** Pause between two requests. */
  paceMs?: number
  /** Stops annotators after their current solution. */
  until?: AbortSignal
  /** Solutions that were skipped. Each is skipped once, because three skips would exclude it. */
  skipped: Set<string>
}

/** An annotator who also opens a second tab, releases and skips solutions, and submits after the lease expired. */
export class ErraticAnnotator {
  /** Errors of requests that were retried because a server or the database was unavailable. */
  readonly failures: string[] = []
  private readonly submittedIds: string[] = []
  private readonly skippedIds = new Set<string>()
  private turn = 0

  constructor(
    private readonly work: AnnotatorRunOptions,
    private readonly token: string,
    private readonly index: number,
  ) {}

  /** Annotates until nothing is left or `until` is aborted. Returns the submitted solutions. */
  async annotateAll(): Promise<string[]> {
    for (;;) {
      if (this.work.until?.aborted) return this.submittedIds
      const [firstClaim, secondClaim] = await Promise.all([
        this.claim(),
        this.isTurn(5) ? this.claim() : null,
      ])
      if (firstClaim.kind === 'solution' && secondClaim?.kind === 'solution')
        assert.equal(secondClaim.lease.id, firstClaim.lease.id)
      const servedClaim = firstClaim.kind === 'solution' ? firstClaim : secondClaim
      if (servedClaim?.kind === 'solution')
        await this.label(servedClaim.lease.id, servedClaim.solution)
      else if (firstClaim.kind === 'none_left' && firstClaim.reason === 'leased_by_others')
        await sleep(50)
      else return this.submittedIds
    }
  }

  private async label(lease: string, solution: string): Promise<void> {
    assert(!this.submittedIds.includes(solution), 'served a submitted solution again')
    assert(!this.skippedIds.has(solution), 'served a skipped solution again')
    if (this.isTurn(11)) return this.release(lease)
    if (this.isTurn(13)) {
      await this.expire(lease)
      assert.equal(await this.submit(lease), 'lease_lost')
      return
    }
    if (this.isTurn(101) && !this.work.skipped.has(solution)) {
      this.work.skipped.add(solution)
      await this.skip(lease)
      this.skippedIds.add(solution)
      return
    }
    assert.equal(await this.submit(lease), 'done')
    this.submittedIds.push(solution)
  }

  private isTurn(turnCount: number): boolean {
    return (this.turn * 7 + this.index) % turnCount === 0
  }

  private async retryUnavailable<T>(run: () => Promise<T>): Promise<T> {
    if (this.work.paceMs) await sleep(this.work.paceMs)
    for (let attempt = 1; ; attempt++)
      try {
        return await run()
      } catch (error) {
        if (attempt === maxAttempts || !(error instanceof AppError && error.code === 'unavailable'))
          throw error
        this.failures.push(error.message)
        await sleep(100)
      }
  }

  private makeOptions() {
    this.turn += 1
    const baseUrl = this.work.urls[(this.turn + this.index) % this.work.urls.length]!
    return { baseUrl, token: this.token }
  }

  private claim() {
    return this.retryUnavailable(() =>
      callApi(
        'post /projects/{project}/claims',
        { project: this.work.project.slug },
        this.makeOptions(),
      ),
    )
  }

  private async submit(lease: string): Promise<string> {
    const state = { sequence: 1, writer: randomUUID(), basedOn: 0, activeMs: 1000, events: [] }
    const idempotencyKey = randomUUID()
    try {
      await this.retryUnavailable(() =>
        callApi(
          'post /projects/{project}/leases/{lease}/submission',
          {
            ...state,
            project: this.work.project.slug,
            lease,
            ratings: [1, 1, 1],
            finishReason: 'solution',
          },
          { ...this.makeOptions(), idempotencyKey },
        ),
      )
      return 'done'
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  private async release(lease: string): Promise<void> {
    await this.retryUnavailable(() =>
      callApi(
        'delete /projects/{project}/leases/{lease}',
        { project: this.work.project.slug, lease },
        this.makeOptions(),
      ),
    )
  }

  private async skip(lease: string): Promise<void> {
    const idempotencyKey = randomUUID()
    await this.retryUnavailable(() =>
      callApi(
        'post /projects/{project}/leases/{lease}/skip',
        { project: this.work.project.slug, lease, reason: 'A reason' },
        { ...this.makeOptions(), idempotencyKey },
      ),
    )
  }

  private async expire(lease: string): Promise<void> {
    await withPgClient(this.work.databaseUrl, (client) =>
      client.query(
        `update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
        where id = $1`,
        [lease],
      ),
    )
  }
}
