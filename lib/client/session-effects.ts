import type { AppError } from '@/lib/platform/errors'
import type { DraftStore, LoadedWork } from './draft-store'
import { FinishQueue } from './finish-queue'
import type { LabellingScreenCalls, NoWorkReason } from './labelling-screen-calls'
import {
  findLoadedWork,
  findOpenAnnotation,
  findVisit,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
} from './labelling-session'
import { findScreeningResult } from './next-solution'
import { describeDraft, findMissingReveal } from './open-annotation'
import type { PagePresence } from './page-presence'
import { findPermanentError, Retrier } from './retrier'
import { extractStepReveal } from './revealed-options'
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
export class SessionEffects {
  private readonly retrier: Retrier
  private readonly finishQueue: FinishQueue
  /** By visit, or by request of a prefetch. */
  private readonly stepLoaders = new Map<number, StepLoader>()
  /** The last of each kind. */
  private saving: Promise<void> = Promise.resolve()
  private leaving: Promise<void> = Promise.resolve()
  private finishing: Promise<void> = Promise.resolve()
  private reopening: Promise<void> = Promise.resolve()

  constructor(private readonly deps: EffectDeps) {
    const { handle } = deps
    this.retrier = new Retrier((isReachable) => handle({ type: 'reachability', isReachable }))
    this.finishQueue = new FinishQueue({
      ...{ ...deps, retrier: this.retrier },
      onPendingChange: (pendingFinishes) =>
        handle({ type: 'changed', change: { pendingFinishes } }),
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
    if (annotation) this.stepLoaders.get(annotation.visit)?.prefer(step)
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
    await this.finishing
    await this.reopening
  }

  /** Resolves when it is done. */
  async perform(effect: SessionEffect): Promise<void> {
    const { calls, drafts, handle } = this.deps
    switch (effect.kind) {
      case 'settle':
        return this.finishQueue.settle()
      case 'fetch':
        await this.finishQueue.settle()
        return this.load(
          effect.request,
          async () => findScreeningResult(this.deps.getState()) ?? (await this.serve(false)),
        )
      case 'check': {
        const reply = await this.serve(false).catch(() => null)
        return reply ? handle({ type: 'loaded', id: effect.request, reply }) : undefined
      }
      case 'prefetch': {
        const { request, currentSolution } = effect
        await this.leaving
        await this.finishQueue.settle()
        const reply = await this.serve(true).catch(() => null)
        return handle({ type: 'prefetched', request, currentSolution, reply })
      }
      case 'load_saved':
        return this.load(effect.visit, () => this.read(effect.lease))
      case 'load_steps':
        return this.loadSteps(effect.id)
      case 'release':
        return void calls.release(effect.lease).catch(() => {})
      case 'store':
        return drafts.save(effect.solution, effect.draft)
      case 'remove':
        return drafts.remove(effect.solution, effect.writer)
      case 'save':
        return (this.saving = this.save(effect.visit))
      case 'leave':
        return (this.leaving = this.leave(effect))
      case 'finish':
        return (this.finishing = this.finish(effect))
      case 'reopen':
        return (this.reopening = this.reopen(effect.annotation, effect.idempotencyKey))
    }
  }

  private async serve(isPrefetch: boolean): Promise<LoadedWork | NoWorkReason> {
    const reply = await this.deps.calls.serve(isPrefetch)
    return reply.kind === 'work' ? this.deps.drafts.find(reply.work) : reply
  }

  private async read(lease: string): Promise<LoadedWork> {
    return this.deps.drafts.find(await this.deps.calls.read(lease))
  }

  private async load(id: number, request: () => Promise<LoadedWork | NoWorkReason>): Promise<void> {
    try {
      const reply = await this.retrier.retry(request)
      if (reply) this.deps.handle({ type: 'loaded', id, reply })
    } catch (error) {
      this.deps.handle({ type: 'refused', id, refusal: requireRefusal(error) })
    }
  }

  private async loadSteps(id: number): Promise<void> {
    const loader = this.stepLoaders.get(id) ?? this.createStepLoader(id)
    this.stepLoaders.set(id, loader)
    try {
      await loader.load()
    } catch (error) {
      // If it fails while prefetched, the next rating tries again.
      const refusal = findPermanentError(error)
      if (refusal) this.deps.handle({ type: 'refused', id, refusal })
    }
  }

  private createStepLoader(id: number): StepLoader {
    const { calls, getState, handle } = this.deps
    const target = findVisit(getState(), id)?.workState.currentTarget
    const firstUnrated = findLoadedWork(getState(), id)?.draft?.ratings.length ?? 0
    const currentStep = target && 'step' in target ? target.step : 0
    return new StepLoader(
      {
        getWork: () => findLoadedWork(getState(), id)!,
        readPage: (lease, step) => {
          const read = () => calls.readSteps(lease, step)
          return target ? this.retrier.retry(read) : read()
        },
        onWork: ({ steps }) => handle({ type: 'steps_loaded', id, steps }),
      },
      target ? currentStep : firstUnrated,
    )
  }

  private async save(visit: number): Promise<void> {
    try {
      const reply = await this.retrier.retry(() => this.saveLatest(visit))
      if (reply) this.deps.handle({ type: 'saved', visit, ...reply })
    } catch (error) {
      this.deps.handle({ type: 'save_refused', visit, refusal: requireRefusal(error) })
    }
  }

  /** Undefined if the solution was left. */
  private async saveLatest(visit: number) {
    const { calls, drafts, getState, readActiveMs, handle } = this.deps
    const annotation = findVisit(getState(), visit)
    if (!annotation) return undefined
    const { lease } = annotation.work
    const body = describeDraft(annotation, readActiveMs())
    handle({ type: 'save_started', visit, sequence: body.sequence })
    await drafts.flush()
    const { reveal } = await calls.save(lease, body)
    const saved = findVisit(getState(), visit)
    const step = saved && !reveal ? findMissingReveal(saved, body) : null
    if (step === null) return { body, reveal }
    // The reply that had the options was lost.
    return { body, reveal: extractStepReveal(await calls.read(lease), step) }
  }

  /** Starts no further save, and stores the draft when none is running. */
  private async leave({ solution, draft }: EffectOf<'leave'>): Promise<void> {
    this.retrier.retryNow()
    await this.saving
    if (draft) this.deps.drafts.save(solution, draft, { isClosed: true })
  }

  private finish({ request, draft }: EffectOf<'finish'>): Promise<void> {
    this.retrier.retryNow()
    return this.finishQueue.send(request, { after: this.saving, draft })
  }

  private async reopen(annotation: string, idempotencyKey: string): Promise<void> {
    const { calls, handle } = this.deps
    try {
      const { lease } = await calls.reopen(annotation, idempotencyKey)
      const loaded = await this.retrier.retry(() => this.read(lease))
      if (loaded) handle({ type: 'reopened', loaded })
    } catch (error) {
      handle({ type: 'reopen_failed', refusal: findPermanentError(error) })
    }
  }
}

type EffectOf<K extends SessionEffect['kind']> = Extract<SessionEffect, { kind: K }>

/** Throws what is not a refusal. */
function requireRefusal(error: unknown): AppError {
  const refusal = findPermanentError(error)
  if (!refusal) throw error
  return refusal
}
