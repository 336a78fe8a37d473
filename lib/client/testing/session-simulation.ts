import type { AnnotationContent } from '@/lib/annotations/content'
import type { LoadedWork } from '@/lib/client/draft-store'
import type { DraftSaveBody, LeasedWork, NoWorkReason } from '@/lib/client/labelling-screen-calls'
import { findVisit, type SessionEffect, type SessionEvent } from '@/lib/client/labelling-session'
import { describeDraft, isAwaitingOptions } from '@/lib/client/open-annotation'
import type { DraftSnapshot } from '@/lib/client/outbox-records'
import { findFirstError } from '@/lib/formats/annotation-rules'
import { AppError } from '@/lib/platform/errors'
import { makeLeasedWork } from './make-leased-work'
import { SessionDriver } from './session-driver'
import type { ReplyOutcome, SessionStep } from './session-steps'

/** What waits for a reply. `saving`: a save that is on its way with its content. */
type Pending =
  | Extract<
      SessionEffect,
      { kind: 'fetch' | 'check' | 'load_saved' | 'prefetch' | 'save' | 'finish' | 'reopen' }
    >
  | { kind: 'saving'; visit: number; solution: string; body: DraftSaveBody }

const option = { text: [], source: 'another way', endsSolution: false }
/** The options of `b` and `c` come only when an error is rated; `c` has none. */
const solutions: Record<string, Partial<LeasedWork>> = {
  a: {},
  b: { revealed: [] },
  c: { revealed: [] },
}

/** The reducer with a page that carries out its effects in any order, and a server that may refuse. */
export class SessionSimulation {
  readonly session = new SessionDriver()
  readonly faults: string[] = []
  /** Replies about what is not on the screen any more. */
  pastReplies: SessionEvent[] = []
  private pending: Pending[] = []
  private readonly outbox = new Map<string, DraftSnapshot>()
  private readonly saved = new Map<string, DraftSaveBody>()
  private readonly finished = new Set<string>()
  private readonly finishedVisits = new Set<number>()
  /** The latest content that the annotator wrote and did not discard, by solution. */
  private readonly written = new Map<string, string>()
  private lastSubmitted: string | null = null
  private leaseCount = 0

  constructor() {
    this.apply({ type: 'fetch' })
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
        session.now += 11_000
        return
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
      if (annotation && annotation.visit === before?.visit && content !== before.workState.content)
        this.written.set(annotation.work.solution, nameContent(annotation.workState.content))
    })
  }

  private apply(event: SessionEvent, afterwards = () => {}): void {
    const { session } = this
    const visit = session.annotation?.visit ?? -1
    for (const effect of session.apply(event)) this.record(effect, visit)
    afterwards()
    this.pastReplies = this.pastReplies.filter((reply) => this.isPast(reply))
    if (this.isPast(event)) this.pastReplies.push(event)
    this.check()
  }

  private isPast(event: SessionEvent): boolean {
    if (event.type === 'loaded' || event.type === 'prefetched') return true
    return 'visit' in event && findVisit(this.session.state, event.visit) === null
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
        if (this.finishedVisits.has(effect.visit)) this.faults.push('saved after a finish')
        if (this.isSaving(effect.visit)) this.faults.push('two saves at a time')
        break
      case 'finish':
        if (this.finishedVisits.has(visit)) this.faults.push('finished twice')
        this.finishedVisits.add(visit)
        this.finished.add(effect.request.solution)
        break
      default:
    }
    if (effect.kind !== 'settle' && effect.kind !== 'load_steps' && effect.kind !== 'release')
      this.pending.push(effect)
  }

  private check(): void {
    const { stage, reopening, prefetch } = this.session.state
    const { annotation } = this.session
    for (const [solution, content] of this.written)
      if (!this.isSafe(solution, content)) this.faults.push(`lost ${content} of ${solution}`)
    if (stage.kind === 'awaiting_options' && !isAwaitingOptions(stage.annotation))
      this.faults.push('a submission waits for nothing')
    const isSaving = annotation?.saving === 'running' || annotation?.saving === 'changed'
    if (annotation && isSaving !== this.isSaving(annotation.visit))
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
          ? this.apply({ type: 'refused', id: pending.request, refusal })
          : this.apply({ type: 'loaded', id: pending.request, reply: this.serve(outcome) })
      case 'check':
        return hasFailed
          ? undefined
          : this.apply({ type: 'loaded', id: pending.request, reply: this.serve(outcome) })
      case 'load_saved': {
        const { visit } = pending
        const solution = findVisit(this.session.state, visit)?.work.solution ?? 'a'
        return hasFailed
          ? this.apply({ type: 'refused', id: visit, refusal })
          : this.apply({ type: 'loaded', id: visit, reply: this.load(solution) })
      }
      case 'prefetch': {
        const { request, currentSolution } = pending
        const reply = hasFailed ? null : this.serve(outcome)
        return this.apply({ type: 'prefetched', request, currentSolution, reply })
      }
      case 'save':
        return this.startSave(pending.visit)
      case 'saving':
        return hasFailed
          ? this.apply({ type: 'save_refused', visit: pending.visit, refusal })
          : this.acceptSave(pending, outcome)
      case 'finish':
        return this.replyToFinish(pending, outcome, refusal)
      case 'reopen':
        return hasFailed || outcome === 'lost' || !this.lastSubmitted
          ? this.apply({ type: 'reopen_failed', refusal: hasFailed ? refusal : null })
          : this.apply({ type: 'reopened', loaded: this.load(this.lastSubmitted) })
    }
  }

  private startSave(visit: number): void {
    const annotation = findVisit(this.session.state, visit)
    if (!annotation) return
    const body = describeDraft(annotation, 0)
    this.pending.push({ kind: 'saving', visit, solution: annotation.work.solution, body })
    this.apply({ type: 'save_started', visit, sequence: body.sequence })
  }

  private acceptSave(
    { visit, solution, body }: Extract<Pending, { kind: 'saving' }>,
    outcome: ReplyOutcome,
  ): void {
    this.saved.set(solution, body)
    if (outcome === 'lost') return this.startSave(visit)
    const step = findFirstError(body.ratings)
    const options = solution === 'b' ? [option] : []
    const reveal = step === null || solution === 'a' ? null : { step, options, explanations: [] }
    this.apply({ type: 'saved', visit, body, reveal })
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
      this.finished.delete(solution)
      if (draft) this.outbox.set(solution, draft)
      return this.apply({ type: 'finish_refused', idempotencyKey, refusal, isFinal: true })
    }
    this.outbox.delete(solution)
    if (request.kind === 'skip')
      return this.apply({ type: 'finish_accepted', idempotencyKey, reply: null })
    this.saved.set(solution, request.body)
    if (outcome === 'empty') {
      this.finished.delete(solution)
      return this.apply({ type: 'finish_returned', idempotencyKey, step: 0 })
    }
    this.lastSubmitted = solution
    const annotation = `annotation of ${solution}`
    const reply = { state: 'submitted', annotation, doneToday: 1, reveal: null } as const
    this.apply({ type: 'finish_accepted', idempotencyKey, reply })
  }

  private serve(outcome: ReplyOutcome): LoadedWork | NoWorkReason {
    const names = Object.keys(solutions).filter((name) => !this.finished.has(name))
    const name = names[this.leaseCount % Math.max(1, names.length)]
    if (outcome === 'empty' || !name)
      return { kind: 'none_left', reason: 'all_done', nextExpiry: null }
    return this.load(name)
  }

  /** A solution as the server and the outbox have it. */
  private load(solution: string): LoadedWork {
    this.leaseCount += 1
    this.finished.delete(solution)
    const body = this.saved.get(solution)
    const draft = body && { ...body, lastEvent: body.events?.at(-1)?.sequence ?? 0 }
    const work = makeLeasedWork(`lease ${this.leaseCount}`, {
      ...solutions[solution],
      solution,
      draft: (draft ?? null) as LeasedWork['draft'],
    })
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
    const body = this.saved.get(solution)
    if (snapshot && nameContent(snapshot.content) === content) return true
    if (body && nameBody(body) === content) return true
    return this.pending.some(
      (each) =>
        each.kind === 'finish' &&
        each.request.kind === 'submit' &&
        each.request.solution === solution &&
        nameBody(each.request.body) === content,
    )
  }

  private isSaving(visit: number): boolean {
    return this.pending.some(
      (each) => (each.kind === 'save' || each.kind === 'saving') && each.visit === visit,
    )
  }
}

const nameContent = ({ steps, options }: AnnotationContent) => JSON.stringify([steps, options])
const nameBody = ({ ratings, supersededRatings = [], options = {} }: DraftSaveBody) =>
  JSON.stringify([[...ratings, ...supersededRatings], options])
