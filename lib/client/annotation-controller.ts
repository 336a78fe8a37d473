import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkActionWithoutContext } from '@/lib/annotations/work-state'
import type { FinishReason } from '@/lib/formats/record'
import { ActiveTimer } from './active-timer'
import type { DraftStore } from './draft-store'
import type { LabellingScreenCalls } from './labelling-screen-calls'
import { reopenWindowMs, type LabellingScreenView } from './labelling-screen-view'
import {
  createLabellingSession,
  findOpenAnnotation,
  toLabellingScreenView,
  type LastFinish,
  type SessionEvent,
  type SessionState,
} from './labelling-session'
import type { PagePresence } from './page-presence'
import { reduceSession } from './reduce-session'
import { SessionEffectRunner } from './session-effect-runner'

/** Runs the labelling screen: every event goes through `reduceSession`, and its effects are carried out. */
export class AnnotationController {
  /** Active time on the current solution. */
  activeTime = new ActiveTimer()
  private state: SessionState
  private view: LabellingScreenView
  private readonly effectRunner: SessionEffectRunner
  private readonly listeners = new Set<() => void>()
  private receiptTimer: ReturnType<typeof setTimeout> | undefined
  private endListening: () => void = () => {}

  constructor(
    calls: LabellingScreenCalls,
    private readonly drafts: DraftStore,
    private readonly presence: PagePresence,
    doneToday: number,
  ) {
    this.state = createLabellingSession(presence.writer, doneToday)
    this.view = toLabellingScreenView(this.state)
    this.effectRunner = new SessionEffectRunner({
      calls,
      drafts,
      presence,
      getState: () => this.state,
      readActiveMs: () => this.readActiveMs(),
      handle: (event) => void this.handle(event),
    })
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  getView = (): LabellingScreenView => this.view

  open(): void {
    this.presence.open()
    this.endListening = this.drafts.listen(
      (durability) => void this.handle({ type: 'changed', change: { durability } }),
    )
    void this.drafts
      .prepare()
      .then(() =>
        Promise.all([
          this.handle({ type: 'fetch' }),
          this.effectRunner.perform({ kind: 'find_reopenable' }),
        ]),
      )
  }

  close(): void {
    this.listeners.clear()
    this.endListening()
    clearTimeout(this.receiptTimer)
    this.releasePrefetched()
    this.presence.close()
    this.effectRunner.end()
  }

  releasePrefetched = (): void =>
    void this.handle({ type: 'release_prefetched', isAlone: this.presence.isAlone })

  retryNow = (): void => this.effectRunner.retryNow()
  preferStep = (step: number): void => this.effectRunner.preferStep(step)
  dismiss = (): void => void this.handle({ type: 'dismiss' })
  continueToNext = (): void => void this.handle({ type: 'continue' })
  resumeAfterSignIn = (): void => void this.handle({ type: 'resume' })
  continueAfterScreening = (): Promise<void> => this.handle({ type: 'fetch' })
  showSaved = (): Promise<void> => this.handle({ type: 'load_saved' })
  checkForWork = (): Promise<void> => this.handle({ type: 'check' })
  renew = (): Promise<void> => this.handle({ type: 'renew' })

  dispatch(action: WorkActionWithoutContext, inputMethod: InputMethod): void {
    void this.handle({ type: 'act', action, inputMethod })
  }

  submit(finishReason: FinishReason, finishNote: string | null, inputMethod: InputMethod): void {
    const choice = { finishReason, finishNote, idempotencyKey: crypto.randomUUID() }
    void this.handle({ type: 'submit', choice, inputMethod })
  }

  skip(reason: string): void {
    void this.handle({ type: 'skip', reason, idempotencyKey: crypto.randomUUID() })
  }

  /** Resolves when the last submission is reopened, if that is what is undone. */
  async undo(inputMethod: InputMethod): Promise<void> {
    void this.handle({ type: 'undo', inputMethod })
    await this.effectRunner.settleReopening()
  }

  /** Resolves when the requests that follow from the event have ended. */
  private async handle(event: SessionEvent): Promise<void> {
    const previousState = this.state
    const moment = { now: Date.now(), activeMs: this.readActiveMs() }
    const { state, effects } = reduceSession(previousState, event, moment)
    this.state = state
    const annotation = findOpenAnnotation(state)
    if (annotation && annotation.id !== findOpenAnnotation(previousState)?.id)
      this.startTimer(annotation.activeMs)
    this.timeReceipt(previousState.lastFinish)
    this.effectRunner.endStepLoaders()
    const running = effects.map((effect) => this.effectRunner.perform(effect))
    this.showView(toLabellingScreenView(this.state))
    await Promise.all(running)
  }

  private readActiveMs(): number {
    return Math.round(this.activeTime.read(performance.now()))
  }

  private startTimer(activeMs: number): void {
    this.activeTime = new ActiveTimer(activeMs)
    this.activeTime.recordInput(performance.now())
  }

  /** Also when it is sent, because the receipt of an unsent solution doesn't expire. */
  private timeReceipt(previous: LastFinish | null): void {
    const { lastFinish } = this.state
    if (lastFinish?.receipt === previous?.receipt && lastFinish?.delivery === previous?.delivery)
      return
    clearTimeout(this.receiptTimer)
    if (!lastFinish) return
    const until = lastFinish.receipt.reopenable?.until
    const expire = () => void this.handle({ type: 'receipt_expired' })
    this.receiptTimer = setTimeout(expire, until ? until - Date.now() : reopenWindowMs)
  }

  private showView(view: LabellingScreenView): void {
    const names = Object.keys(view) as (keyof LabellingScreenView)[]
    if (names.every((name) => view[name] === this.view[name])) return
    this.view = view
    for (const listener of this.listeners) listener()
  }
}
