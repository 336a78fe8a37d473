import type { FinishReason } from '@/lib/formats/record'
import {
  changeWork,
  listOptionRatings,
  listRatings,
  startWork,
  type WorkAction,
  type WorkEvent,
  type WorkState,
} from '@/lib/labelling/work-state'
import { nameFinish } from '@/lib/labelling/work-words'
import type { AppError } from '@/lib/platform/errors'
import type { Finish, Served, Work, WorkCalls } from './call-work'
import { WorkFinisher } from './finish-work'
import { goesOnFrom, type WorkKeeper } from './keep-work'
import { findRefusal, Patience } from './retry-work'
import { WorkSaver } from './save-work'
import { AheadWork } from './serve-work'
import { ActiveTime } from './time-work'
import {
  describeShape,
  emptyView,
  isSameRatings,
  nameTrouble,
  stopsWork,
  type Trouble,
  type WorkView,
} from './work-view'

type Unstamped<A> = A extends { activeMs: number } ? Omit<A, 'activeMs' | 'inputMethod'> : never
/** What a person does; when it was, is added here. */
export type WorkAct = Unstamped<WorkAction>
type InputMethod = WorkEvent['inputMethod']

/** All that the labelling screen does, without the screen: opened once, closed once. A view is replaced, never changed. */
export class LabellingWork {
  activeTime = new ActiveTime()
  private view: WorkView
  private readonly listeners = new Set<() => void>()
  private readonly patience = new Patience((isReached) => this.noteReached(isReached))
  private readonly finisher: WorkFinisher
  private readonly ahead: AheadWork
  private saver: WorkSaver | null = null
  /** The highest sequence that was sent for this solution, and the highest that the server acknowledged. */
  private sent = 0
  private acknowledged = 0
  private readonly writer = crypto.randomUUID()

  constructor(
    private readonly calls: WorkCalls,
    private readonly keeper: WorkKeeper,
    doneToday: number,
  ) {
    this.view = { ...emptyView, doneToday }
    this.finisher = new WorkFinisher({
      calls,
      keeper,
      patience: this.patience,
      onUnderWay: (underWay) => this.set({ underWay }),
      onTaken: (done) => done !== null && this.set({ doneToday: done }),
      onRefused: (refusal) => this.refuse(refusal, 'finish_refused'),
    })
    this.ahead = new AheadWork(calls, () => this.finisher.settle())
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  getView = (): WorkView => this.view

  open(): void {
    this.finisher.resume()
    void this.serveNext()
  }

  close(): void {
    this.listeners.clear()
    this.ahead.release()
    this.patience.end()
  }

  releaseAhead = (): void => this.ahead.release()
  tryNow = (): void => this.patience.tryNow()
  dismiss = (): void => this.set({ trouble: null })

  act(act: WorkAct, inputMethod: InputMethod): void {
    const before = this.view.state
    if (!before || stopsWork(this.view.trouble)) return
    const activeMs = this.readActiveMs()
    const state = changeWork(before, { ...act, inputMethod, activeMs })
    if (state === before) return
    this.set({ state })
    if (isSameRatings(state, before)) return
    this.keepState()
    this.saver?.save()
    this.ahead.fetch()
  }

  submit(finishReason: FinishReason, finishNote: string | null, inputMethod: InputMethod): void {
    if (stopsWork(this.view.trouble)) return
    this.act({ type: 'finish' }, inputMethod)
    const { work, state } = this.view
    if (!work || !state) return
    const body = { ...this.describeState(state), finishReason, finishNote }
    const idempotencyKey = crypto.randomUUID()
    this.finish(nameFinish(state, finishReason), {
      kind: 'submit',
      lease: work.lease,
      solution: work.solution,
      idempotencyKey,
      body,
    })
  }

  skip(reason: string): void {
    const { work } = this.view
    if (!work) return
    const { lease, solution } = work
    const idempotencyKey = crypto.randomUUID()
    this.finish('Skipped', { kind: 'skip', lease, solution, idempotencyKey, reason })
  }

  /** After a lost lease: what was rated stays on this device. */
  goOn = (): void => {
    void this.saver?.end()
    this.set({ trouble: null })
    this.showNext()
  }

  /** After a conflict: what the server has, in place of what is here. */
  showSaved = async (): Promise<void> => {
    const { work: shown } = this.view
    if (!shown) return
    this.keeper.forget(shown.solution)
    await this.ask(
      () => this.calls.read(shown.lease),
      (work) => this.show(work),
    )
  }

  /** While the page is used, so that the lease does not run out under somebody's hands. */
  renew = async (): Promise<void> => {
    const { work, trouble } = this.view
    if (!work || trouble) return
    try {
      await this.calls.renew(work.lease)
    } catch (error) {
      const refusal = findRefusal(error)
      if (refusal && this.view.work === work) this.refuse(refusal)
    }
  }

  /** Nothing was left: asks again, without a word unless there is something now. */
  checkAgain = async (): Promise<void> => {
    if (this.view.stage !== 'none_left') return
    const served = await this.calls.serve(false).catch(() => null)
    if (served && this.view.stage === 'none_left') this.showServed(served)
  }

  /** Signed in again in another tab, perhaps: what is kept goes out now. */
  tryAfterSignIn = (): void => {
    if (this.view.trouble?.kind !== 'signed_out') return
    this.set({ trouble: null })
    this.finisher.resume()
    const { work, state } = this.view
    if (!work || !state) return void this.serveNext()
    this.saver = this.createSaver(work.lease)
    this.saver.save()
  }

  private finish(receipt: string, finish: Finish): void {
    this.keepState()
    const saved = this.saver?.end()
    this.saver = null
    this.set({ receipt, trouble: null })
    this.finisher.send(finish, saved)
    this.showNext()
  }

  private showNext(): void {
    const next = this.ahead.take()
    if (next && 'lease' in next) return this.show(next)
    this.set({ stage: 'loading', work: null, state: null })
    if (!next) return void this.serveNext()
    void next.then((work) => (work ? this.show(work) : this.serveNext()))
  }

  private async serveNext(): Promise<void> {
    await this.finisher.settle()
    await this.ask(
      () => this.calls.serve(false),
      (served) => this.showServed(served),
    )
  }

  private showServed(served: Served): void {
    if (served.kind === 'work') this.show(served.work)
    else this.set({ stage: 'none_left', work: null, state: null, noneLeft: served })
  }

  private show(work: Work): void {
    const shape = describeShape(work)
    const kept = this.keeper.find(work.solution)
    const isKeptNewer = kept !== null && goesOnFrom(kept, work.draft)
    const state = isKeptNewer ? { ...kept.state, shape } : startWork(shape, work.draft)
    const known = isKeptNewer ? kept : work.draft
    this.sent = known?.sequence ?? 0
    this.acknowledged = work.draft?.sequence ?? 0
    this.activeTime = new ActiveTime(known?.activeMs)
    this.activeTime.noteInput(performance.now())
    this.saver = this.createSaver(work.lease)
    this.set({ stage: 'work', work, state, noneLeft: null, isSaving: false, trouble: null })
    if (isKeptNewer) this.saver.save()
    else this.keeper.forget(work.solution)
  }

  private createSaver(lease: string): WorkSaver {
    const isCurrent = () => this.view.work?.lease === lease
    return new WorkSaver({
      patience: this.patience,
      send: () => this.sendState(lease),
      onSaving: (isSaving) => isCurrent() && this.set({ isSaving }),
      onRefused: (refusal) => isCurrent() && this.refuse(refusal),
    })
  }

  private async sendState(lease: string): Promise<void> {
    const { work, state } = this.view
    if (!state || work?.lease !== lease) return
    const body = this.describeState(state)
    this.sent = body.sequence
    await this.calls.save(lease, body)
    const now = this.view.state
    if (!now || this.view.work?.lease !== lease) return
    this.acknowledged = body.sequence
    this.set({ state: changeWork(now, { type: 'acknowledge', lastEvent: state.lastEvent }) })
    if (isSameRatings(now, state)) this.keeper.forget(work.solution)
    else this.keepState()
  }

  private describeState(state: WorkState) {
    return {
      ...this.stamp(),
      ratings: [...listRatings(state)],
      optionRatings: [...listOptionRatings(state)],
      events: [...state.events],
    }
  }

  private keepState(): void {
    const { work, state } = this.view
    if (!work || !state) return
    const { shape: _, ...kept } = state
    this.keeper.keep(work.solution, { ...this.stamp(), state: kept })
  }

  /** Each save has a sequence of its own, also one that is sent again: its reply may be what was lost. */
  private stamp() {
    const { writer, acknowledged: basedOn } = this
    return { writer, basedOn, sequence: this.sent + 1, activeMs: this.readActiveMs() }
  }

  private async ask<T>(call: () => Promise<T>, show: (reply: T) => void): Promise<void> {
    try {
      const reply = await this.patience.retry(call)
      if (reply !== undefined) show(reply)
    } catch (error) {
      const refusal = findRefusal(error)
      if (!refusal) throw error
      this.refuse(refusal)
    }
  }

  private refuse(refusal: AppError, kind: Trouble['kind'] = nameTrouble(refusal)): void {
    const isSignedOut = refusal.code === 'unauthenticated'
    this.set({
      trouble: {
        kind: isSignedOut ? 'signed_out' : kind,
        message: refusal.message,
        at: new Date(),
      },
    })
  }

  private noteReached(isReached: boolean): void {
    const { unreachedSince } = this.view
    if (isReached === (unreachedSince === null)) return
    this.set({ unreachedSince: isReached ? null : new Date() })
  }

  private readActiveMs = () => Math.round(this.activeTime.read(performance.now()))

  private set(change: Partial<WorkView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }
}
