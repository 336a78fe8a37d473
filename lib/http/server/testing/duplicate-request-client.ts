import { randomUUID } from 'node:crypto'
import { assert } from 'vitest'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import {
  compareDatabaseDigests,
  type DatabaseDigester,
  type DatabaseDigest,
} from '@/lib/platform/testing/database-digest'
import {
  findOperation,
  type RequestHeaders,
  type openTestApi,
  buildCallRequest,
} from './api-client'

type Body = Record<string, unknown>
interface SentRequest {
  call: string
  input: Body
  key: string
}
interface Answer {
  status: number
  body: Body
}

/** One page of an annotator. Each request has its own key and is sent a random number of times at once. */
export class DuplicateRequestClient {
  private lease: string | null = null
  private annotation: string | null = null
  private sequence = 0
  /** Sequence of the last save of the annotation that can be reopened. */
  private submittedSequence = 0
  private readonly finishedItems: { sent: SentRequest; answer: Answer }[] = []
  private lastDigest: DatabaseDigest | null = null
  requests = 0

  constructor(
    private readonly api: Awaited<ReturnType<typeof openTestApi>>,
    private readonly digester: DatabaseDigester,
    private readonly project: string,
    private readonly headers: RequestHeaders,
  ) {}

  /** What changed in the whole database since the last call. */
  async readChanges(): Promise<Record<string, number>> {
    const previousDigest = this.lastDigest
    this.lastDigest = await this.digester.readDigest()
    return previousDigest === null ? {} : compareDatabaseDigests(previousDigest, this.lastDigest)
  }

  async send({ call, input, key }: SentRequest): Promise<Answer> {
    this.requests += 1
    const headers = { ...this.headers, 'idempotency-key': key }
    const reply = await this.api.fetch(buildCallRequest(findOperation(call), input, headers))
    return { status: reply.status, body: (await reply.json()) as Body }
  }

  /** The next request, given the annotation in progress. */
  private next(pick: number): Omit<SentRequest, 'key'> {
    const { project, lease } = this
    if (lease === null && this.annotation !== null && pick % 4 === 0)
      return { call: 'reopenAnnotation', input: { project, annotation: this.annotation } }
    if (lease === null) return { call: 'claimNext', input: { project, prefetch: false } }
    this.sequence += 1
    const state = { ...makeSaveInput([1, -1], this.sequence), basedOn: this.sequence - 1 }
    if (pick % 3 === 0) return { call: 'saveAnnotation', input: { project, lease, ...state } }
    if (pick % 7 === 1) return { call: 'skipSolution', input: { project, lease, reason: 'So' } }
    return {
      call: 'submitAnnotation',
      input: { project, lease, ...state, ...finishInputByReason.foundError },
    }
  }

  private applyAnswer({ call }: SentRequest, { body }: Answer): void {
    if (call === 'claimNext')
      this.lease = body.kind === 'solution' ? (body.lease as { id: string }).id : null
    if (call === 'reopenAnnotation') {
      ;[this.lease, this.annotation] = [body.lease as string, null]
      // The last submitted annotation can be changed, even if others were skipped since.
      this.sequence = this.submittedSequence
    }
    if (call === 'skipSolution') this.lease = null
    if (call === 'submitAnnotation') {
      ;[this.lease, this.annotation] = [null, body.annotation as string]
      this.submittedSequence = this.sequence
    }
  }

  async perform(pick: number, times: number): Promise<void> {
    const call = { ...this.next(pick), key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: times }, () => this.send(call)))
    for (const answer of answers) assert.deepEqual(answer, { status: 200, body: answers[0]!.body })
    // One effect, however often it was sent.
    assert.equal((await this.readChanges())['public.audit_entry'], 1)
    this.applyAnswer(call, answers[0]!)
    this.finishedItems.push({ sent: call, answer: answers[0]! })
  }

  /** Repeats an earlier request late, and its key with other input. */
  async repeat(pick: number): Promise<void> {
    const { sent, answer } = this.finishedItems[pick % this.finishedItems.length]!
    assert.deepEqual(await this.send(sent), answer)
    const otherRequest = this.finishedItems[(pick + 1) % this.finishedItems.length]!.sent
    const changedCall: SentRequest =
      sent.call === 'claimNext' || otherRequest.call === sent.call
        ? { ...sent, call: 'claimNext', input: { project: this.project, prefetch: true } }
        : { ...otherRequest, key: sent.key }
    const { status, body } = await this.send(changedCall)
    assert.deepEqual([status, body.code], [422, 'idempotency_mismatch'])
    assert.deepEqual(await this.readChanges(), {})
  }
}
