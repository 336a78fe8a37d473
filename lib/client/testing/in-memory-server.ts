import { isDeepStrictEqual } from 'node:util'
import type { RatableShape } from '@/lib/annotations/content'
import { findContentError, fromContentInput } from '@/lib/annotations/content-input'
import { findFinishRefusal } from '@/lib/annotations/finish-reason'
import type { AnnotationEventInput } from '@/lib/annotations/state-fields'
import type {
  SubmissionOrSkip,
  DraftSaveBody,
  SaveReply,
  ClaimResult,
  ReopenableSubmission,
  StepPage,
  SubmitReply,
  LeasedWork,
} from '@/lib/client/labelling-screen-calls'
import { toAnnotationShape } from '@/lib/client/labelling-screen-view'
import type { FinishReason } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { fillSaveBody } from './fill-save-body'
import { RevealLog } from './reveal-log'

interface Annotation {
  id: string
  state: 'draft' | 'submitted'
  /** Of the last submission. */
  submittedAt: string
  finishReason: FinishReason
  sequence: number
  writer: string | null
  body: DraftSaveBody
  /** By sequence. */
  events: Map<number, AnnotationEventInput>
  /** Pages that have sent a state of it. */
  writers: Set<string>
}

interface Lease {
  id: string
  solution: string
  isPrefetched: boolean
}

/** An in-memory server for one annotator, with the rules of lib/queue/server and lib/annotations/server. */
export class InMemoryServer {
  readonly annotations = new Map<string, Annotation>()
  readonly skipped = new Set<string>()
  /** Solutions of accepted submissions, one entry per submission. */
  readonly acceptedItems: { solution: string; writer: string }[] = []
  readonly reopened: string[] = []
  /** All saved contents, by `makeContentKey`. */
  readonly contents = new Set<string>()
  /** Faults that happened on this server. */
  readonly violations: string[] = []
  private leases: Lease[] = []
  private readonly replies = new Map<string, { request: unknown; reply: unknown }>()
  private readonly reveals = new RevealLog()
  private lastId = 0

  constructor(private readonly solutions: readonly LeasedWork[]) {}

  serve(isPrefetch: boolean): ClaimResult {
    const current = this.leases.find(({ isPrefetched }) => !isPrefetched)
    const isPrefetched = isPrefetch && current !== undefined
    const existingLease = isPrefetched ? this.leases.find((lease) => lease.isPrefetched) : current
    if (existingLease) return { kind: 'work', work: this.read(existingLease.id) }
    const freeSolution = this.solutions.find(
      ({ solution }) =>
        this.annotations.get(solution)?.state !== 'submitted' &&
        !this.skipped.has(solution) &&
        !this.leases.some((lease) => lease.solution === solution),
    )
    if (!freeSolution) return { kind: 'none_left', reason: 'all_done', nextExpiry: null }
    const lease = { id: this.makeId('lease'), solution: freeSolution.solution, isPrefetched }
    this.leases.push(lease)
    return { kind: 'work', work: this.read(lease.id) }
  }

  readSteps(leaseId: string, step: number): StepPage {
    const { solution } = this.requireLease(leaseId)
    const { steps, stepCount, revision } = this.find(solution)
    const page = steps.slice(step, step + 1).flatMap((each) => each ?? [])
    return { steps: page, pageStart: step, stepCount, revision }
  }

  read(leaseId: string): LeasedWork {
    const { id: lease, solution } = this.requireLease(leaseId)
    const work = this.reveals.hideUnrevealed(this.find(solution))
    const annotation = this.annotations.get(solution)
    if (annotation?.state !== 'draft') return { ...work, lease }
    const { sequence, writer, body, events } = annotation
    const draft = {
      ...fillSaveBody(body),
      sequence,
      writer,
      lastEvent: Math.max(0, ...events.keys()),
    }
    return { ...work, lease, draft }
  }

  save(lease: string, body: DraftSaveBody): SaveReply {
    const { solution } = this.requireLease(lease)
    this.write(solution, body)
    const reveal = this.reveals.revealFirstError(this.find(solution), body)
    return { sequence: body.sequence, secondsLeft: 1_800, reveal }
  }

  finish(finish: SubmissionOrSkip): SubmitReply | null {
    return this.once(finish.idempotencyKey, finish, () =>
      finish.kind === 'skip' ? this.skip(finish.lease) : this.submit(finish),
    )
  }

  reopen(annotationId: string, key: string): { lease: string; solution: string } {
    return this.once(key, annotationId, () => {
      const [solution, annotation] = [...this.annotations].find(
        ([, { id }]) => id === annotationId,
      )!
      if (annotation.state === 'draft')
        throw new AppError('conflict', 'This annotation is open already.')
      if (this.acceptedItems.at(-1)?.solution !== solution)
        throw new AppError('conflict', 'Only the annotation that you submitted last.')
      Object.assign(annotation, { state: 'draft', writer: null })
      this.reopened.push(solution)
      this.leases = this.leases
        .filter(({ isPrefetched }) => !isPrefetched)
        .map((lease) => ({ ...lease, isPrefetched: true }))
      const lease = { id: this.makeId('lease'), solution, isPrefetched: false }
      this.leases.push(lease)
      return { lease: lease.id, solution }
    })
  }

  findReopenable(): ReopenableSubmission | null {
    const annotation = this.annotations.get(this.acceptedItems.at(-1)?.solution ?? '')
    if (annotation?.state !== 'submitted') return null
    const { id, submittedAt, finishReason, body } = annotation
    return { id, submittedAt, finishReason, rated: body.ratings.length }
  }

  renew(lease: string): void {
    this.requireLease(lease)
  }

  release(leaseId: string): void {
    if (this.leases.some(({ id }) => id === leaseId)) this.endLease(leaseId)
  }

  /** Expires all leases, as after a long idle time. */
  expireLeases(): void {
    this.leases = []
  }

  private submit({ lease, body }: Extract<SubmissionOrSkip, { kind: 'submit' }>): SubmitReply {
    const { solution } = this.requireLease(lease)
    const work = this.find(solution)
    if (body.finishReason === 'found_error' && this.reveals.hasUnrevealedOptions(work, body)) {
      const { id } = this.write(solution, body)
      const reveal = this.reveals.revealFirstError(work, body)
      const doneToday = this.acceptedItems.length
      return { state: 'needs_options', annotation: id, doneToday, reveal }
    }
    const content = fromContentInput(fillSaveBody(body), this.describeShape(work))
    const refusal = findFinishRefusal(
      body.finishReason,
      body.finishNote ?? null,
      content,
      this.describeShape(work),
    )
    if (refusal) throw new AppError('invalid_input', refusal.reason)
    const annotation = this.write(solution, body)
    const submittedAt = new Date().toISOString()
    Object.assign(annotation, { state: 'submitted', submittedAt, finishReason: body.finishReason })
    this.acceptedItems.push({ solution, writer: body.writer })
    this.endLease(lease)
    const doneToday = this.acceptedItems.length
    return { state: 'submitted', annotation: annotation.id, doneToday, reveal: null }
  }

  /** Whether unrevealed options prevent a submission is decided by `submit`. */
  private describeShape(work: LeasedWork): RatableShape {
    return { ...toAnnotationShape(this.reveals.hideUnrevealed(work)), revealed: 'all' }
  }

  private skip(lease: string): null {
    this.skipped.add(this.requireLease(lease).solution)
    this.endLease(lease)
    return null
  }

  /** Like `validateAndStoreAnnotation`, and records violations. */
  private write(solution: string, body: DraftSaveBody): Annotation {
    const work = this.find(solution)
    const error = findContentError(fillSaveBody(body), this.describeShape(work), {})
    if (error) throw new AppError('invalid_input', error.reason)
    const before = this.annotations.get(solution)
    const events = before?.events ?? new Map<number, AnnotationEventInput>()
    const writers = before?.writers ?? new Set<string>()
    writers.add(body.writer)
    if (before && !accepts(before, body))
      throw new AppError('conflict', 'A newer state of this annotation is on the server.')
    for (const event of body.events as AnnotationEventInput[]) {
      const storedEvent = events.get(event.sequence)
      if (storedEvent && !isDeepStrictEqual(storedEvent, event))
        this.violations.push(
          `${solution}: event ${event.sequence} is already there with different content`,
        )
      events.set(event.sequence, storedEvent ?? event)
    }
    const id = before?.id ?? this.makeId('annotation')
    const { sequence, writer } = body
    const annotation: Annotation = {
      id,
      state: 'draft',
      submittedAt: '',
      finishReason: 'solution',
      sequence,
      writer,
      body,
      events,
      writers,
    }
    this.annotations.set(solution, annotation)
    this.contents.add(makeContentKey(solution, body))
    this.checkHistory(solution, annotation)
    return annotation
  }

  /**
   * Checks that the events explain the stored state: each rating applied once, and none of another page overwritten.
   */
  private checkHistory(solution: string, { body, events }: Annotation): void {
    const replayed: (number | null)[] = []
    for (let number = 1; number <= events.size; number += 1) {
      const event = events.get(number)
      if (!event) return void this.violations.push(`${solution}: event ${number} is missing`)
      if (event.kind === 'rate' || (event.kind === 'undo' && event.option === null))
        replayed[event.step!] = event.rating
    }
    const steps = [...body.ratings, ...(body.supersededRatings ?? [])]
    const dropNulls = (list: readonly (number | null | undefined)[]) =>
      list.filter((rating) => rating != null)
    if (!isDeepStrictEqual(dropNulls(replayed), dropNulls(steps)))
      this.violations.push(
        `${solution}: ${JSON.stringify(steps)} is not ${JSON.stringify(replayed)}`,
      )
  }

  private once<T>(key: string, request: unknown, run: () => T): T {
    const earlier = this.replies.get(key)
    if (earlier && !isDeepStrictEqual(earlier.request, request))
      throw new AppError('idempotency_mismatch', 'This key was used for another request.')
    if (earlier) return earlier.reply as T
    const reply = run()
    this.replies.set(key, { request: structuredClone(request), reply })
    return reply
  }

  private requireLease(leaseId: string): Lease {
    const lease = this.leases.find(({ id }) => id === leaseId)
    if (!lease) throw new AppError('lease_lost', 'Your lease on this solution ran out.')
    return lease
  }

  private endLease(leaseId: string): void {
    this.leases = this.leases.filter(({ id }) => id !== leaseId)
    const [next] = this.leases
    if (next && !this.leases.some(({ isPrefetched }) => !isPrefetched)) next.isPrefetched = false
  }

  private find(solution: string): LeasedWork {
    return this.solutions.find((work) => work.solution === solution)!
  }

  private makeId(kind: string): string {
    this.lastId += 1
    return `${kind} ${this.lastId}`
  }
}

/** Equal for annotations with the same content. */
export function makeContentKey(
  solution: string,
  content: Pick<DraftSaveBody, 'ratings' | 'supersededRatings' | 'options'>,
) {
  const { ratings, supersededRatings, options } = content
  return JSON.stringify([solution, ratings, supersededRatings, options])
}

function accepts({ state, sequence, writer }: Annotation, body: DraftSaveBody): boolean {
  if (state !== 'draft' || sequence >= body.sequence) return false
  return writer === body.writer || sequence === body.basedOn
}
