import type { WorkActionWithoutContext } from '@/lib/annotations/work-state'
import type { FinishReason } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { ActiveTimer } from './active-timer'
import { AnnotationSession, type InputMethod } from './annotation-session'
import { findDraftLoadError } from './draft-load-error'
import type { DraftStore } from './draft-store'
import { FinishQueue } from './finish-queue'
import type { NoWorkReason, LabellingScreenCalls } from './labelling-screen-calls'
import {
  canReopenSubmission,
  emptyLabellingScreenView,
  isWaitingForWork,
  toLabellingScreenError,
  blocksSubmission,
  type LabellingScreenError,
  type LabellingScreenView,
} from './labelling-screen-view'
import type { PagePresence } from './page-presence'
import { Prefetcher, addStoredDraft, ScreeningEndTracker, type LoadedWork } from './prefetcher'
import { findPermanentError, Retrier } from './retrier'
import { SolutionFinisher } from './solution-finisher'
import { SubmissionReceipts } from './submission-receipts'
import { makeUnreachableError, SubmissionReopener, maxReopenDelayMs } from './submission-reopener'

/** The state of the labelling screen and the requests behind it. Each change replaces the whole view. */
export class AnnotationController {
  private view: LabellingScreenView
  private session: AnnotationSession | null = null
  private readonly idleTime = new ActiveTimer()
  private readonly screeningEnd = new ScreeningEndTracker()
  private readonly listeners = new Set<() => void>()
  private readonly retrier = new Retrier((isReachable) => this.noteReachable(isReachable))
  private readonly receipts = new SubmissionReceipts((receipt) => this.set({ receipt }))
  private readonly finisher: SolutionFinisher
  private readonly finishQueue: FinishQueue
  private readonly prefetcher: Prefetcher
  private readonly reopener: SubmissionReopener
  private endListening: () => void = () => {}

  constructor(
    private readonly calls: LabellingScreenCalls,
    private readonly drafts: DraftStore,
    private readonly presence: PagePresence,
    doneToday: number,
  ) {
    this.view = { ...emptyLabellingScreenView, doneToday }
    this.finishQueue = new FinishQueue({
      ...{ calls, drafts, presence, retrier: this.retrier },
      onPendingChange: (pendingFinishes) => this.set({ pendingFinishes }),
      onAccepted: (reply) => reply && this.set({ doneToday: reply.doneToday }),
      onReturned: ({ reveal }) => this.noteReturned(reveal?.step ?? 0),
      onRefused: (refusal) => this.refuse(refusal, 'finish_refused'),
    })
    this.finisher = new SolutionFinisher({
      ...{
        finishQueue: this.finishQueue,
        receipts: this.receipts,
        screeningEnd: this.screeningEnd,
      },
      onFinish: () => {
        this.set({ error: null })
        this.showNext()
      },
    })
    this.prefetcher = new Prefetcher({ calls, drafts, settle: () => this.finishQueue.settle() })
    this.reopener = new SubmissionReopener({
      ...{ calls, retrier: this.retrier },
      read: (lease) => this.read(lease),
    })
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  getView = (): LabellingScreenView => this.view

  /** Active time on the current solution. */
  get activeTime(): ActiveTimer {
    return this.session?.activeTime ?? this.idleTime
  }

  open(): void {
    this.presence.open()
    this.endListening = this.drafts.listen((durability) => this.set({ durability }))
    void this.drafts.prepare().then(() => this.serveNext())
  }

  close(): void {
    this.listeners.clear()
    this.endListening()
    this.receipts.clear()
    this.releasePrefetched()
    this.presence.close()
    this.retrier.end()
  }

  /** All tabs of a user share the prefetched lease, so only the last one releases it. */
  releasePrefetched = (): void =>
    this.presence.isAlone ? this.prefetcher.release() : this.prefetcher.drop()

  retryNow = (): void => this.retrier.retryNow()
  preferStep = (step: number): void => this.session?.preferStep(step)
  dismiss = (): void => this.set({ error: null })
  continueAfterScreening = (): Promise<void> => this.serveNext()

  dispatch(dispatch: WorkActionWithoutContext, inputMethod: InputMethod): void {
    if (blocksSubmission(this.view.error)) return
    const { session } = this
    this.finisher.dropHeldSubmission()
    if (!session?.dispatch(dispatch, inputMethod)) return
    if (!this.reopener.isReopening) this.prefetcher.start(session.work.solution)
    if (this.view.unreachedSince) session.skipUnrevealedOptions()
  }

  /** Undoes the last change. Without one, reopens the last submission. */
  async undo(inputMethod: InputMethod): Promise<void> {
    const { state, unreachedSince } = this.view
    if (state?.changes.length) return this.dispatch({ type: 'undo' }, inputMethod)
    const requestedAt = Date.now()
    // The annotation's id is known only after the server accepted the submission.
    if (unreachedSince === null) await this.receipts.settle()
    const { receipt } = this.view
    const isStillWanted = this.view.state === state && Date.now() - requestedAt < maxReopenDelayMs
    if (isStillWanted && canReopenSubmission(this.view) && receipt?.reopenable)
      await this.reopen(receipt.reopenable.annotation)
  }

  submit(finishReason: FinishReason, finishNote: string | null, inputMethod: InputMethod): void {
    if (blocksSubmission(this.view.error)) return
    this.dispatch({ type: 'finish' }, inputMethod)
    const isOnline = this.view.unreachedSince === null
    if (this.session) this.finisher.submit(this.session, { finishReason, finishNote }, isOnline)
  }

  skip(reason: string): void {
    if (this.session) this.finisher.skip(this.session, reason)
  }

  /** Leaves a solution whose lease was lost. Its ratings stay on this device. */
  continueToNext = (): void => {
    void this.session?.close()
    this.set({ error: null })
    this.showNext()
  }

  /** Resolves a conflict with the version on the server. */
  showSaved = async (): Promise<void> => {
    const { session } = this
    if (!session) return
    const { lease, solution } = session.work
    this.drafts.remove(solution, session.storedBy)
    await this.load(
      () => this.read(lease),
      (fetched) => this.session === session && this.show(fetched),
    )
  }

  /** Keeps the lease alive while the page is in use. */
  renew = async (): Promise<void> => {
    const { session } = this
    if (!session || this.view.error) return
    await this.calls.renew(session.work.lease).catch((error: unknown) => {
      const refusal = findPermanentError(error)
      if (refusal && this.session === session) this.refuse(refusal)
    })
  }

  /** Looks for new work while the queue is empty. Shows nothing if there is none. */
  checkAgain = async (): Promise<void> => {
    const isIdle = () => isWaitingForWork(this.view) && !this.reopener.isReopening
    if (!isIdle()) return
    const reply = await this.serve().catch(() => null)
    if (reply && isIdle()) this.showServed(reply)
  }

  /** Sends stored work if the user signed in again in another tab. */
  resumeAfterSignIn = (): void => {
    if (this.view.error?.kind !== 'signed_out') return
    this.set({ error: null })
    if (!this.session) return void this.serveNext()
    void this.finishQueue.settle()
    this.session.resume()
  }

  /** The server turns the current lease into the prefetched one and releases the former prefetched lease. */
  private async reopen(annotation: string): Promise<void> {
    const { session } = this
    const restorePrefetch = this.prefetcher.detach()
    try {
      const fetched = await this.reopener.open(annotation)
      if (!fetched || this.session !== session) return
      this.set({ doneToday: Math.max(0, this.view.doneToday - 1) })
      this.receipts.clear()
      const leaving = session?.close()
      this.show(fetched)
      await leaving
      this.prefetcher.start(fetched.work.solution)
    } catch (error) {
      const refusal = findPermanentError(error)
      if (refusal) this.receipts.preventReopen()
      if (refusal && this.session === session) restorePrefetch()
      this.refuse(refusal ?? makeUnreachableError(), 'reopen_refused')
    }
  }

  private showNext(): void {
    const next = this.prefetcher.take()
    if (next && 'work' in next) return this.show(next)
    this.session = null
    this.set({ stage: 'loading', work: null, state: null })
    if (!next) return void this.serveNext()
    void next.then((fetched) => (fetched ? this.show(fetched) : this.serveNext()))
  }

  private async serveNext(): Promise<void> {
    await this.finishQueue.settle()
    await this.load(
      () => this.serve(),
      (reply) => this.showServed(reply),
    )
  }

  private serve = async () =>
    this.screeningEnd.take() ?? addStoredDraft(await this.calls.serve(false), this.drafts)

  private async read(lease: string): Promise<LoadedWork> {
    const work = await this.calls.read(lease)
    return { kind: 'work', work, ...(await this.drafts.find(work)) }
  }

  private showServed(reply: LoadedWork | NoWorkReason): void {
    if (reply.kind === 'work') return this.show(reply)
    this.session = null
    this.set({ stage: 'none_left', work: null, state: null, noneLeft: reply })
  }

  private show(fetched: LoadedWork): void {
    const { work } = fetched
    const isCurrent = () => this.session === session
    const session = new AnnotationSession(
      {
        ...{ calls: this.calls, drafts: this.drafts, retrier: this.retrier },
        writer: this.presence.writer,
        onState: (state) => {
          if (!isCurrent()) return
          this.set({ state, work: session.work })
          this.finisher.noteState(session)
        },
        onSaving: (isSaving) => isCurrent() && this.set({ isSaving }),
        onRefused: (refusal) => isCurrent() && this.refuse(refusal),
      },
      fetched,
    )
    this.session = session
    const nextView = { stage: 'work', work, state: session.state, noneLeft: null } as const
    // A refused submission stays visible until it is dismissed.
    const previous = this.view.error?.kind === 'finish_refused' ? this.view.error : null
    this.set({ ...nextView, isSaving: false, error: findDraftLoadError(fetched) ?? previous })
    session.start()
  }

  private async load<T>(call: () => Promise<T>, show: (reply: T) => void): Promise<void> {
    try {
      const reply = await this.retrier.retry(call)
      if (reply !== undefined) show(reply)
    } catch (error) {
      const refusal = findPermanentError(error)
      if (!refusal) throw error
      this.refuse(refusal)
    }
  }

  private refuse(refusal: AppError, kind?: LabellingScreenError['kind']): void {
    this.set({ error: toLabellingScreenError(refusal, kind) })
  }

  private noteReachable(isReachable: boolean): void {
    const { unreachedSince } = this.view
    if (isReachable === (unreachedSince === null)) return
    this.set({ unreachedSince: isReachable ? null : new Date() })
    if (isReachable) return
    this.session?.skipUnrevealedOptions()
    this.finisher.sendHeldSubmission(this.session)
  }

  /** A submission came back as a draft. It is served before new work. */
  private noteReturned(step: number): void {
    const message = `Step ${step + 1} has options to answer. The solution comes back next.`
    this.refuse(new AppError('conflict', message), 'finish_refused')
    if (this.view.stage === 'none_left') void this.serveNext()
  }

  private set(change: Partial<LabellingScreenView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }
}
