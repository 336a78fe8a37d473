import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '@/lib/client/call'
import type { submitAnnotationContract } from '@/lib/annotations/contract'
import { AppError } from '@/lib/platform/errors'
import { usePgClient } from '@/lib/platform/server/pg-client'
import type {
  claimNextContract,
  releaseLeaseContract,
  skipSolutionContract,
} from '@/lib/queue/contract'
import type { MadeProject } from '@/prisma/seed/factories'

const tries = 50

export interface Work {
  project: MadeProject
  /** Of PostgreSQL itself: some leases are made to run out there. */
  databaseUrl: string
  /** They are asked in turns. */
  urls: readonly string[]
  /** Between two acts. Without it none. */
  paceMs?: number
  /** Whoever is at it finishes what they have in hand. */
  until?: AbortSignal
  /** Solutions that someone has skipped. No one else does: three skips take one out, and it never gets its annotations. */
  skipped: Set<string>
}

/** A client that also has a second tab, gives solutions back, lets leases run out, and sends late. */
export class Labeller {
  /** What a request failed with for want of a server or of a database, and was sent again, as any client does. */
  readonly failures: string[] = []
  private readonly done: string[] = []
  private readonly refused = new Set<string>()
  private turn = 0

  constructor(
    private readonly work: Work,
    private readonly token: string,
    private readonly index: number,
  ) {}

  /** Until nothing is left for them, or it is enough. Gives what was submitted. */
  async labelAll(): Promise<string[]> {
    for (;;) {
      if (this.work.until?.aborted) return this.done
      const [claimed, again] = await Promise.all([
        this.claim(),
        this.isNow(5) ? this.claim() : null,
      ])
      if (claimed.kind === 'solution' && again?.kind === 'solution')
        assert.equal(again.lease.id, claimed.lease.id)
      const served = claimed.kind === 'solution' ? claimed : again
      if (served?.kind === 'solution') await this.label(served.lease.id, served.solution)
      else if (claimed.kind === 'none_left' && claimed.reason === 'leased_by_others')
        await sleep(50)
      else return this.done
    }
  }

  private async label(lease: string, solution: string): Promise<void> {
    assert(!this.done.includes(solution), 'served again what is done')
    assert(!this.refused.has(solution), 'served again what was skipped')
    if (this.isNow(11)) return this.release(lease)
    if (this.isNow(13)) {
      await this.expire(lease)
      assert.equal(await this.submit(lease), 'lease_lost')
      return
    }
    if (this.isNow(101) && !this.work.skipped.has(solution)) {
      this.work.skipped.add(solution)
      await this.skip(lease)
      this.refused.add(solution)
      return
    }
    assert.equal(await this.submit(lease), 'done')
    this.done.push(solution)
  }

  private isNow(every: number): boolean {
    return (this.turn * 7 + this.index) % every === 0
  }

  private async keepTrying<T>(act: () => Promise<T>): Promise<T> {
    if (this.work.paceMs) await sleep(this.work.paceMs)
    for (let turn = 1; ; turn++)
      try {
        return await act()
      } catch (error) {
        if (turn === tries || !(error instanceof AppError && error.code === 'unavailable'))
          throw error
        this.failures.push(error.message)
        await sleep(100)
      }
  }

  private options() {
    this.turn += 1
    const baseUrl = this.work.urls[(this.turn + this.index) % this.work.urls.length]!
    return { baseUrl, token: this.token }
  }

  private claim() {
    return this.keepTrying(() =>
      call<typeof claimNextContract>(
        { method: 'post', path: '/projects/{project}/claims' },
        { project: this.work.project.slug },
        this.options(),
      ),
    )
  }

  private async submit(lease: string): Promise<string> {
    const state = { sequence: 1, writer: randomUUID(), basedOn: 0, activeMs: 1000, events: [] }
    const idempotencyKey = randomUUID()
    try {
      await this.keepTrying(() =>
        call<typeof submitAnnotationContract>(
          { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
          {
            ...{ ...state, project: this.work.project.slug, lease },
            ratings: [1, 1, 1],
            finishReason: 'solution',
          },
          { ...this.options(), idempotencyKey },
        ),
      )
      return 'done'
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  private async release(lease: string): Promise<void> {
    await this.keepTrying(() =>
      call<typeof releaseLeaseContract>(
        { method: 'delete', path: '/projects/{project}/leases/{lease}' },
        { project: this.work.project.slug, lease },
        this.options(),
      ),
    )
  }

  private async skip(lease: string): Promise<void> {
    const idempotencyKey = randomUUID()
    await this.keepTrying(() =>
      call<typeof skipSolutionContract>(
        { method: 'post', path: '/projects/{project}/leases/{lease}/skip' },
        { project: this.work.project.slug, lease, reason: 'A reason' },
        { ...this.options(), idempotencyKey },
      ),
    )
  }

  private async expire(lease: string): Promise<void> {
    await usePgClient(this.work.databaseUrl, (client) =>
      client.query(
        `update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
        where id = $1`,
        [lease],
      ),
    )
  }
}
