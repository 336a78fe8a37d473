import type { LoadedWork } from '@/lib/client/draft-store'
import type { DraftSaveBody, NoWorkReason } from '@/lib/client/labelling-screen-calls'
import {
  findOpenAnnotationOfVisit,
  type SessionEffect,
  type SessionEvent,
} from '@/lib/client/labelling-session'
import { toDraftSaveBody, isAwaitingOptions } from '@/lib/client/open-annotation'
import type { DraftSnapshot } from '@/lib/client/outbox-records'
import { findFirstError } from '@/lib/formats/annotation-rules'
import { AppError } from '@/lib/platform/errors'
import { SessionDriver } from './session-driver'
import type { ReplyOutcome, SessionStep } from './session-steps'
import { noWorkLeft, SimulatedServer } from './simulated-server'
import {
  makeSaveBodyEqualityKey,
  makeContentEqualityKey,
  simulatedOption,
} from './simulated-solutions'

/** What waits for a reply. `saving`: a save that is on its way with its content. */
type Pending =
  | Exclude<SessionEffect, { kind: 'settle' | 'release' | 'store' | 'remove' | 'leave' }>
  | { kind: 'saving'; id: number; solution: string; body: DraftSaveBody }

/** The reducer with a page that carries out its effects in any order, and a server that may refuse. */
export class SessionSimulation {
  readonly session = new SessionDriver()
  readonly faults: string[] = []
  /** Replies about what is not on the screen any more. */
  pastReplies: SessionEvent[] = []
  private pending: Pending[] = []
  private readonly outbox = new Map<string, DraftSnapshot>()
  private readonly server = new SimulatedServer()
  private readonly finishedVisits = new Set<number>()
  /** The latest content that the annotator wrote and did not discard, by solution. */
  private readonly written = new Map<string, string>()

  constructor() {
    this.apply({ type: 'fetch' })
    this.pending.push({ kind: 'find_reopenable' })
  }

  play(step: SessionStep): void {
    const { session } = this
    switch (step.kind) {
      case 'rate': {
        const action = { type: 'rate', rating: step.rating } as const
        return this.write({ type: 'act', action, inputMethod: 'key' })
      }
      case 'undo':
        return this.write({ type: 'undo', inputMethod: 'key' })
      case 'submit': {
        const idempotencyKey = `key ${session.state.lastId}`
        const finishReason = 'found_error'
        const choice = { finishReason, finishNote: null, idempotencyKey } as const
        return this.apply({ type: 'submit', choice, inputMethod: 'key' })
      }
      case 'skip': {
        this.discard()
        const idempotencyKey = `key ${session.state.lastId}`
        return this.apply({ type: 'skip', reason: 'Not mine.', idempotencyKey })
      }
      case 'load_saved':
        this.discard()
        return this.apply({ type: 'load_saved' })
      case 'wait':
        return void (session.now += 11_000)
      case 'reachability':
        return this.apply({ type: 'reachability', isReachable: step.isReachable })
      case 'reply': {
        const pending = this.pending[step.at % Math.max(1, this.pending.length)]
        return pending && this.reply(pending, step.outcome)
      }
      default:
        return this.apply({ type: step.kind })
    }
  }

  /** The annotator knows that the ratings are lost. */
  private discard(): void {
    this.written.delete(this.session.annotation?.work.solution ?? '')
  }

  private write(event: SessionEvent): void {
    const before = this.session.annotation
    this.apply(event, () => {
      const { annotation } = this.session
      const content = annotation?.workState.content
      if (annotation && annotation.id === before?.id && content !== before.workState.content)
        this.written.set(annotation.work.solution, makeContentEqualityKey(content!))
    })
  }

  private apply(event: SessionEvent, afterwards = () => {}): void {
    const { session } = this
    const visit = session.annotation?.id ?? -1
    for (const effect of session.apply(event)) this.record(effect, visit)
    afterwards()
    this.pastReplies = this.pastReplies.filter((reply) => this.isPast(reply))
    if (this.isPast(event)) this.pastReplies.push(event)
    this.check()
  }

  private isPast(event: SessionEvent): boolean {
    const isSaved =
      event.type === 'saved' && !findOpenAnnotationOfVisit(this.session.state, event.id)
    return isSaved || event.type === 'loaded' || event.type === 'prefetched'
  }

  private record(effect: SessionEffect, visit: number): void {
    switch (effect.kind) {
      case 'store':
        return void this.outbox.set(effect.solution, effect.draft)
      case 'leave':
        return void (effect.draft && this.outbox.set(effect.solution, effect.draft))
      case 'remove':
        return void this.outbox.delete(effect.solution)
      case 'save':
        if (this.finishedVisits.has(effect.id)) this.faults.push('saved after a finish')
        if (this.isSaving(effect.id)) this.faults.push('two saves at a time')
        break
      case 'finish':
        if (this.finishedVisits.has(visit)) this.faults.push('finished twice')
        this.finishedVisits.add(visit)
        this.server.finish(effect.request.solution)
        break
      case 'settle':
      case 'release':
        return
      default:
    }
    this.pending.push(effect)
  }

  private check(): void {
    const { stage, reopening, prefetch } = this.session.state
    const { annotation } = this.session
    for (const [solution, content] of this.written)
      if (!this.isSafe(solution, content)) this.faults.push(`lost ${content} of ${solution}`)
    if (stage.kind === 'awaiting_options' && !isAwaitingOptions(stage.annotation))
      this.faults.push('a submission waits for nothing')
    const isSaving = ['running', 'changed'].includes(annotation?.saving ?? '')
    if (annotation && isSaving !== this.isSaving(annotation.id))
      this.faults.push('the save does not run')
    if ((reopening !== null) !== this.pending.some(({ kind }) => kind === 'reopen'))
      this.faults.push('the reopening does not run')
    if (prefetch.kind === 'requested' && !this.pending.some(({ kind }) => kind === 'prefetch'))
      this.faults.push('the prefetch does not run')
  }

  private reply(pending: Pending, outcome: ReplyOutcome): void {
    const hasFailed = outcome === 'lease_lost' || outcome === 'unauthenticated'
    const refusal = new AppError(hasFailed ? outcome : 'conflict', 'Refused.')
    // The page sends a finished solution after its last save.
    if (pending.kind === 'finish' && this.isSavingSolution(pending.request.solution)) return
    this.pending = this.pending.filter((each) => each !== pending)
    switch (pending.kind) {
      case 'fetch':
        return hasFailed
          ? this.apply({ type: 'failed', effect: pending, refusal })
          : this.apply({ type: 'loaded', id: pending.id, reply: this.serve(outcome) })
      case 'check':
        if (hasFailed) return
        return this.apply({ type: 'loaded', id: pending.id, reply: this.serve(outcome) })
      case 'load_steps':
      case 'renew':
        return hasFailed ? this.apply({ type: 'failed', effect: pending, refusal }) : undefined
      case 'load_saved': {
        const { id } = pending
        const solution = findOpenAnnotationOfVisit(this.session.state, id)?.work.solution ?? 'a'
        return hasFailed
          ? this.apply({ type: 'failed', effect: pending, refusal })
          : this.apply({ type: 'loaded', id, reply: this.load(solution) })
      }
      case 'prefetch': {
        const { id, currentSolution } = pending
        const reply = hasFailed ? null : this.serve(outcome)
        return this.apply({ type: 'prefetched', id, currentSolution, reply })
      }
      case 'save':
        return this.startSave(pending.id)
      case 'saving':
        return hasFailed
          ? this.apply({ type: 'failed', effect: { kind: 'save', id: pending.id }, refusal })
          : this.acceptSave(pending, outcome)
      case 'finish':
        return this.replyToFinish(pending, outcome, refusal)
      case 'find_reopenable':
        return hasFailed
          ? this.apply({ type: 'failed', effect: pending, refusal })
          : this.findReopenable(outcome)
      case 'reopen':
        return hasFailed || outcome === 'lost'
          ? this.apply({ type: 'failed', effect: pending, refusal: hasFailed ? refusal : null })
          : this.apply({ type: 'reopened', loaded: this.load(this.server.lastSubmitted) })
    }
  }

  private startSave(id: number): void {
    const annotation = findOpenAnnotationOfVisit(this.session.state, id)
    if (!annotation) return
    const body = toDraftSaveBody(annotation, 0)
    this.pending.push({ kind: 'saving', id, solution: annotation.work.solution, body })
    this.apply({ type: 'save_started', id, sequence: body.sequence })
  }

  private acceptSave(
    { id, solution, body }: Extract<Pending, { kind: 'saving' }>,
    outcome: ReplyOutcome,
  ): void {
    this.server.saved.set(solution, body)
    if (outcome === 'lost') return this.startSave(id)
    const step = findFirstError(body.ratings)
    const options = solution === 'b' ? [simulatedOption] : []
    const reveal = step === null || solution === 'a' ? null : { step, options, explanations: [] }
    this.apply({ type: 'saved', id, body, reveal })
  }

  private replyToFinish(
    pending: Extract<Pending, { kind: 'finish' }>,
    outcome: ReplyOutcome,
    refusal: AppError,
  ): void {
    const { request, draft } = pending
    const { solution, idempotencyKey } = request
    if (outcome === 'unauthenticated') {
      this.pending.push(pending)
      return this.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: false })
    }
    if (outcome === 'lease_lost') {
      this.server.reopen(solution)
      if (draft) this.outbox.set(solution, draft)
      return this.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: true })
    }
    this.outbox.delete(solution)
    if (request.kind === 'skip')
      return this.apply({ type: 'finish_accepted', idempotencyKey, reply: null })
    this.server.saved.set(solution, request.body)
    if (outcome === 'empty') {
      this.server.reopen(solution)
      return this.apply({ type: 'finish_returned', idempotencyKey, solution, step: 0 })
    }
    this.server.lastSubmitted = solution
    const annotation = `annotation of ${solution}`
    const reply = { state: 'submitted', annotation, doneToday: 1, reveal: null } as const
    this.apply({ type: 'finish_accepted', idempotencyKey, reply })
  }

  private findReopenable(outcome: ReplyOutcome): void {
    // No submission can be reopened.
    if (outcome === 'empty') return
    const id = `annotation of ${this.server.lastSubmitted}`
    const submittedAt = new Date(this.session.now).toISOString()
    const submission = { id, submittedAt, finishReason: 'found_error', rated: 1 } as const
    this.apply({ type: 'reopenable_loaded', submission, idempotencyKey: 'key of an earlier page' })
  }

  private serve(outcome: ReplyOutcome): LoadedWork | NoWorkReason {
    const solution = this.server.findNext()
    return outcome === 'empty' || solution === null ? noWorkLeft : this.load(solution)
  }

  /** A solution as the server and the outbox have it. */
  private load(solution: string): LoadedWork {
    const work = this.server.lease(solution)
    const snapshot = this.outbox.get(solution)
    const storedDraft = snapshot
      ? { writer: this.session.state.writer, work: snapshot, isConflict: false }
      : null
    return { kind: 'work', work, storedDraft, isOutdated: false }
  }

  private isSavingSolution(solution: string): boolean {
    return this.pending.some((each) => each.kind === 'saving' && each.solution === solution)
  }

  private isSafe(solution: string, content: string): boolean {
    const snapshot = this.outbox.get(solution)
    const body = this.server.saved.get(solution)
    if (snapshot && makeContentEqualityKey(snapshot.content) === content) return true
    if (body && makeSaveBodyEqualityKey(body) === content) return true
    return this.pending.some(
      (each) =>
        each.kind === 'finish' &&
        each.request.kind === 'submit' &&
        each.request.solution === solution &&
        makeSaveBodyEqualityKey(each.request.body) === content,
    )
  }

  private isSaving(id: number): boolean {
    return this.pending.some(
      (each) => (each.kind === 'save' || each.kind === 'saving') && each.id === id,
    )
  }
}
