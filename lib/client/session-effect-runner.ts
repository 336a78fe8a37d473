import { AppError } from '@/lib/platform/errors'
import type { DraftStore, LoadedWork } from './draft-store'
import { FinishQueue } from './finish-queue'
import type { LabellingScreenCalls, NoWorkReason } from './labelling-screen-calls'
import {
  findLoadedWork,
  findOpenAnnotation,
  findOpenAnnotationOfVisit,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
} from './labelling-session'
import { findNoWorkReasonAfterScreening } from './next-solution'
import { toDraftSaveBody, findMissingReveal } from './open-annotation'
import type { PagePresence } from './page-presence'
import { findPermanentError, Retrier } from './retrier'
import { findStepRevealInWork } from './revealed-options'
import { StepLoader } from './step-loader'

interface EffectDeps {
  calls: LabellingScreenCalls
  drafts: DraftStore
  presence: PagePresence
  getState: () => SessionState
  readActiveMs: () => number
  handle: (event: SessionEvent) => void
}

/** Carries out the effects of the labelling screen, and reports what came of them as events. */
export class SessionEffectRunner {
  private readonly retrier: Retrier
  private readonly finishQueue: FinishQueue
  /** Keys are ids of visits and of prefetch requests, which are numbered together. */
  private readonly stepLoaders = new Map<number, StepLoader>()
  /**
   * The last effect of each kind, because effects of other kinds wait for it. A solution is left or finished before the next
   * one is saved, so its save is still here.
   */
  private readonly lastByKind: Partial<Record<SessionEffect['kind'], Promise<void>>> = {}

  constructor(private readonly deps: EffectDeps) {
    const { handle } = deps
    this.retrier = new Retrier((isReachable) => handle({ type: 'reachability', isReachable }))
    this.finishQueue = new FinishQueue({
      ...deps,
      retrier: this.retrier,
      onCountsChange: (change) => handle({ type: 'changed', change }),
      onOutcome: handle,
    })
  }

  retryNow(): void {
    this.retrier.retryNow()
  }

  end(): void {
    this.retrier.end()
  }

  /** Loads the page of a step next. */
  preferStep(step: number): void {
    const annotation = findOpenAnnotation(this.deps.getState())
    if (annotation) this.stepLoaders.get(annotation.id)?.prefer(step)
  }

  /** Loads no more steps of solutions that are neither on the screen nor prefetched. */
  endStepLoaders(): void {
    for (const [id, loader] of this.stepLoaders) {
      if (findLoadedWork(this.deps.getState(), id)) continue
      loader.end()
      this.stepLoaders.delete(id)
    }
  }

  /** Resolves when the last finished solution is submitted, and reopened if that was requested. */
  async settleReopening(): Promise<void> {
    await this.lastByKind.finish
    await this.lastByKind.reopen
  }

  /** Resolves when it is done, also if it failed. */
  perform(effect: SessionEffect): Promise<void> {
    const { handle } = this.deps
    const running = this.run(effect).then(
      (event) => (event ? handle(event) : undefined),
      (error: unknown) => {
        handle({ type: 'failed', effect, refusal: findPermanentError(error) })
        // Not an answer of the server, but a bug. It must not stay unnoticed.
        if (!(error instanceof AppError)) globalThis.reportError?.(error)
      },
    )
    this.lastByKind[effect.kind] = running
    return running
  }

  /** Returns the event that an effect leads to, if any. None if the page ended first. */
  private async run(effect: SessionEffect): Promise<SessionEvent | null | undefined | void> {
    const { calls, drafts } = this.deps
    const { retrier, finishQueue, lastByKind } = this
    switch (effect.kind) {
      case 'settle':
        return finishQueue.settleWithFailed()
      case 'fetch': {
        // If a pause ended in between, the first attempt has no reply.
        const reply = (await this.fetch()) ?? (await this.fetch())
        return reply && { type: 'loaded', id: effect.id, reply }
      }
      case 'check':
        return this.checkForWork(effect.id)
      case 'prefetch': {
        const { id, currentSolution } = effect
        const reply = await this.prefetch().catch(() => null)
        return { type: 'prefetched', id, currentSolution, reply }
      }
      case 'load_saved': {
        const reply = await retrier.retry(() => this.read(effect.lease))
        return reply && { type: 'loaded', id: effect.id, reply }
      }
      case 'load_steps':
        return this.loadSteps(effect.id)
      case 'renew':
        return void (await calls.renew(effect.lease))
      case 'release':
        return void (await calls.release(effect.lease))
      case 'store':
        return drafts.save(effect.solution, effect.draft)
      case 'remove':
        return drafts.remove(effect.solution, effect.writer)
      case 'save': {
        const reply = await retrier.retry(() => this.saveLatest(effect.id))
        return reply && { type: 'saved', id: effect.id, ...reply }
      }
      case 'leave':
        // A save that waits to be retried sends nothing now, because the solution was left. Then the draft is stored.
        retrier.retryNow()
        await lastByKind.save
        return effect.draft
          ? drafts.save(effect.solution, effect.draft, { isClosed: true })
          : undefined
      case 'finish':
        retrier.retryNow()
        return finishQueue.send(effect.request, { after: lastByKind.save, draft: effect.draft })
      case 'find_reopenable':
        return this.findReopenable()
      case 'reopen': {
        const { lease } = await calls.reopen(effect.annotation, effect.idempotencyKey)
        const loadedWork = await retrier.retry(() => this.read(lease))
        return loadedWork && { type: 'reopened', loaded: loadedWork }
      }
    }
  }

  private async fetch(): Promise<LoadedWork | NoWorkReason | null | undefined> {
    await this.finishQueue.settle()
    return (
      findNoWorkReasonAfterScreening(this.deps.getState()) ??
      (await this.retrier.retry(() => this.serve(false)))
    )
  }

  /** Null while finished solutions are being sent, so that checks don't pile up; a later one asks again. */
  private async checkForWork(id: number): Promise<SessionEvent | null> {
    if (this.finishQueue.isSending) return null
    // Finished solutions that were refused during a pause are sent when it ends.
    await this.finishQueue.settle()
    const reply = await this.serve(false).catch(() => null)
    return reply && { type: 'loaded', id, reply }
  }

  private async findReopenable(): Promise<SessionEvent | null | undefined> {
    await this.finishQueue.settle()
    const submission = await this.retrier.retry(() => this.deps.calls.findReopenable())
    const idempotencyKey = crypto.randomUUID()
    return submission && { type: 'reopenable_loaded', submission, idempotencyKey }
  }

  private async prefetch(): Promise<LoadedWork | NoWorkReason | null> {
    await this.lastByKind.leave
    await this.finishQueue.settle()
    return this.serve(true)
  }

  /**
   * Null for a solution that may be finished, but not sent, because a pause or a sign-in came between. The next request sends
   * it first.
   */
  private async serve(isPrefetch: boolean): Promise<LoadedWork | NoWorkReason | null> {
    const reply = await this.deps.calls.serve(isPrefetch)
    if (reply.kind !== 'work') return reply
    return this.finishQueue.hasUnsent ? null : this.deps.drafts.find(reply.work)
  }

  private async read(lease: string): Promise<LoadedWork> {
    return this.deps.drafts.find(await this.deps.calls.read(lease))
  }

  /** If it fails while prefetched, the next rating tries again. */
  private loadSteps(id: number): Promise<void> {
    const loader = this.stepLoaders.get(id) ?? this.createStepLoader(id)
    this.stepLoaders.set(id, loader)
    return loader.load()
  }

  private createStepLoader(id: number): StepLoader {
    const { calls, getState, handle } = this.deps
    const target = findOpenAnnotationOfVisit(getState(), id)?.workState.currentTarget
    const firstUnrated = findLoadedWork(getState(), id)?.draft?.ratings.length ?? 0
    const currentStep = target && 'step' in target ? target.step : 0
    return new StepLoader(
      {
        getWork: () => findLoadedWork(getState(), id)!,
        readPage: (lease, step) => {
          const loadPage = () => calls.readSteps(lease, step)
          return target ? this.retrier.retry(loadPage) : loadPage()
        },
        onWork: ({ steps }) => handle({ type: 'steps_loaded', id, steps }),
      },
      target ? currentStep : firstUnrated,
    )
  }

  /** Undefined if the solution was left. */
  private async saveLatest(id: number) {
    const { calls, drafts, getState, readActiveMs, handle } = this.deps
    const annotation = findOpenAnnotationOfVisit(getState(), id)
    if (!annotation) return undefined
    const { lease } = annotation.work
    const body = toDraftSaveBody(annotation, readActiveMs())
    handle({ type: 'save_started', id, sequence: body.sequence })
    await drafts.flush()
    const { reveal } = await calls.save(lease, body)
    const savedVisit = findOpenAnnotationOfVisit(getState(), id)
    const step = savedVisit && !reveal ? findMissingReveal(savedVisit, body) : null
    if (step === null) return { body, reveal }
    // The reply that had the options was lost.
    return { body, reveal: findStepRevealInWork(await calls.read(lease), step) }
  }
}
