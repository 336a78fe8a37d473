import type { FinishReason } from '@/lib/formats/record'
import { nameFinish } from '@/lib/annotations/work-words'
import { AppError } from '@/lib/platform/errors'
import type { Finish, NoneLeft, WorkCalls } from './call-work'
import { WorkFinisher } from './finish-work'
import type { WorkKeeper } from './keep-work'
import type { OpenPage } from './open-page'
import { Reopening, reopensWithinMs } from './reopen-work'
import { findRefusal, Patience } from './retry-work'
import { AheadWork, findKept, ScreeningEnd, type Fetched } from './serve-work'
import { Receipts } from './show-receipt'
import { ActiveTime } from './time-work'
import { WorkInHand, type InputMethod, type WorkAct } from './work-in-hand'
import {
  canReopen,
  emptyView,
  isWaiting,
  describeTrouble,
  stopsWork,
  type Trouble,
  type WorkView,
} from './work-view'

const unreached = 'The server cannot be reached: try again when the connection is back.'

/** All that the labelling screen does, without the screen: opened once, closed once. A view is replaced, never changed. */
export class AnnotationWork {
  private view: WorkView
  private hand: WorkInHand | null = null
  private readonly noTime = new ActiveTime()
  private readonly screeningEnd = new ScreeningEnd()
  private readonly listeners = new Set<() => void>()
  private readonly patience = new Patience((isReached) => this.noteReached(isReached))
  private readonly receipts = new Receipts((receipt) => this.set({ receipt }))
  private readonly finisher: WorkFinisher
  private readonly ahead: AheadWork
  private readonly reopening: Reopening
  private endListening: () => void = () => {}

  constructor(
    private readonly calls: WorkCalls,
    private readonly keeper: WorkKeeper,
    private readonly page: OpenPage,
    doneToday: number,
  ) {
    this.view = { ...emptyView, doneToday }
    this.finisher = new WorkFinisher({
      ...{ calls, keeper, page, patience: this.patience },
      onUnderWay: (underWay) => this.set({ underWay }),
      onTaken: (taken) => taken && this.set({ doneToday: taken.doneToday }),
      onRefused: (refusal) => this.refuse(refusal, 'finish_refused'),
    })
    this.ahead = new AheadWork({ calls, keeper, settle: () => this.finisher.settle() })
    this.reopening = new Reopening({
      ...{ calls, patience: this.patience },
      read: (lease) => this.read(lease),
    })
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  getView = (): WorkView => this.view

  /** Time at work on what is on screen. */
  get activeTime(): ActiveTime {
    return this.hand?.activeTime ?? this.noTime
  }

  open(): void {
    this.page.open()
    this.endListening = this.keeper.listen((keeps) => this.set({ keeps }))
    void this.keeper.prepare().then(() => this.serveNext())
  }

  close(): void {
    this.listeners.clear()
    this.endListening()
    this.receipts.clear()
    this.releaseAhead()
    this.page.close()
    this.patience.end()
  }

  /** The same lease is that of all pages of a person: only the last one gives it back. */
  releaseAhead = (): void => (this.page.isAlone ? this.ahead.release() : this.ahead.drop())

  tryNow = (): void => this.patience.tryNow()
  dismiss = (): void => this.set({ trouble: null })
  goOnFromScreening = (): Promise<void> => this.serveNext()

  act(act: WorkAct, inputMethod: InputMethod): void {
    if (stopsWork(this.view.trouble)) return
    const { hand } = this
    if (hand?.act(act, inputMethod) && !this.reopening.isUnderWay)
      this.ahead.fetch(hand.work.solution)
  }

  /** Takes back the last change here; with none, opens again what was submitted last. */
  async undo(inputMethod: InputMethod): Promise<void> {
    const { state, unreachedSince } = this.view
    if (state?.changes.length) return this.act({ type: 'undo' }, inputMethod)
    const askedAt = Date.now()
    // Only once the server has taken it has it a name.
    if (unreachedSince === null) await this.receipts.settle()
    const { receipt } = this.view
    const isMeant = this.view.state === state && Date.now() - askedAt < reopensWithinMs
    if (isMeant && canReopen(this.view) && receipt?.reopens)
      await this.reopen(receipt.reopens.annotation)
  }

  submit(finishReason: FinishReason, finishNote: string | null, inputMethod: InputMethod): void {
    if (stopsWork(this.view.trouble)) return
    this.act({ type: 'finish' }, inputMethod)
    const { hand } = this
    if (!hand) return
    const body = { ...hand.describe(), finishReason, finishNote }
    const words = nameFinish(hand.state, finishReason)
    this.finish(hand, words, { kind: 'submit', ...nameHand(hand), body })
  }

  skip(reason: string): void {
    const { hand } = this
    if (hand) this.finish(hand, 'Skipped', { kind: 'skip', ...nameHand(hand), reason })
  }

  /** After a lost lease: what was rated stays on this device. */
  goOn = (): void => {
    void this.hand?.leave()
    this.set({ trouble: null })
    this.showNext()
  }

  /** After a conflict: what the server has, in place of what is here. */
  showSaved = async (): Promise<void> => {
    const { hand } = this
    if (!hand) return
    const { lease, solution } = hand.work
    this.keeper.forget(solution, hand.keptBy)
    await this.ask(
      () => this.read(lease),
      (fetched) => this.hand === hand && this.show(fetched),
    )
  }

  /** While the page is used, so that the lease does not run out under somebody's hands. */
  renew = async (): Promise<void> => {
    const { hand } = this
    if (!hand || this.view.trouble) return
    try {
      await this.calls.renew(hand.work.lease)
    } catch (error) {
      const refusal = findRefusal(error)
      if (refusal && this.hand === hand) this.refuse(refusal)
    }
  }

  /** Nothing was left: asks again, without a word unless there is something now. */
  checkAgain = async (): Promise<void> => {
    const isIdle = () => isWaiting(this.view) && !this.reopening.isUnderWay
    if (!isIdle()) return
    const served = await this.serve().catch(() => null)
    if (served && isIdle()) this.showServed(served)
  }

  /** Signed in again in another tab, perhaps: what is kept goes out now. */
  tryAfterSignIn = (): void => {
    if (this.view.trouble?.kind !== 'signed_out') return
    this.set({ trouble: null })
    if (!this.hand) return void this.serveNext()
    void this.finisher.settle()
    this.hand.resume()
  }

  private finish(hand: WorkInHand, words: string, finish: Finish): void {
    hand.keep()
    const taking = this.finisher.send(finish, {
      after: hand.end(),
      onRefused: () => {
        hand.keep()
        retract()
      },
    })
    this.screeningEnd.note(hand.work)
    const retract = this.receipts.show(words, taking, { isFinal: hand.work.screening !== null })
    this.set({ trouble: null })
    this.showNext()
  }

  /** The server makes the solution on screen the one ahead, and gives back the one that was. */
  private async reopen(annotation: string): Promise<void> {
    const { hand } = this
    const putBack = this.ahead.setAside()
    try {
      const fetched = await this.reopening.open(annotation)
      if (!fetched || this.hand !== hand) return
      this.set({ doneToday: Math.max(0, this.view.doneToday - 1) })
      this.receipts.clear()
      const leaving = hand?.leave()
      this.show(fetched)
      await leaving
      this.ahead.fetch(fetched.work.solution)
    } catch (error) {
      const refusal = findRefusal(error)
      if (refusal) this.receipts.close()
      if (refusal && this.hand === hand) putBack()
      this.refuse(refusal ?? new AppError('unavailable', unreached), 'reopen_refused')
    }
  }

  private showNext(): void {
    const next = this.ahead.take()
    if (next && 'work' in next) return this.show(next)
    this.hand = null
    this.set({ stage: 'loading', work: null, state: null })
    if (!next) return void this.serveNext()
    void next.then((fetched) => (fetched ? this.show(fetched) : this.serveNext()))
  }

  private async serveNext(): Promise<void> {
    await this.finisher.settle()
    await this.ask(
      () => this.serve(),
      (served) => this.showServed(served),
    )
  }

  private serve = async () =>
    this.screeningEnd.take() ?? findKept(await this.calls.serve(false), this.keeper)

  private async read(lease: string): Promise<Fetched> {
    const work = await this.calls.read(lease)
    return { kind: 'work', work, ...(await this.keeper.find(work)) }
  }

  private showServed(served: Fetched | NoneLeft): void {
    if (served.kind === 'work') return this.show(served)
    this.hand = null
    this.set({ stage: 'none_left', work: null, state: null, noneLeft: served })
  }

  private show(fetched: Fetched): void {
    const { work } = fetched
    const isCurrent = () => this.hand === hand
    const hand = new WorkInHand(
      {
        ...{ calls: this.calls, keeper: this.keeper, patience: this.patience },
        writer: this.page.writer,
        onState: (state) => isCurrent() && this.set({ state }),
        onSaving: (isSaving) => isCurrent() && this.set({ isSaving }),
        onRefused: (refusal) => isCurrent() && this.refuse(refusal),
      },
      fetched,
    )
    this.hand = hand
    const shown = { stage: 'work', work, state: hand.state, noneLeft: null } as const
    // That one was not taken is said until somebody has read it.
    const before = this.view.trouble?.kind === 'finish_refused' ? this.view.trouble : null
    this.set({ ...shown, isSaving: false, trouble: findTrouble(fetched) ?? before })
    hand.begin()
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

  private refuse(refusal: AppError, kind?: Trouble['kind']): void {
    this.set({ trouble: describeTrouble(refusal, kind) })
  }

  private noteReached(isReached: boolean): void {
    const { unreachedSince } = this.view
    if (isReached === (unreachedSince === null)) return
    this.set({ unreachedSince: isReached ? null : new Date() })
  }

  private set(change: Partial<WorkView>): void {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }
}

function nameHand({ work: { lease, solution }, keptBy }: WorkInHand) {
  return { lease, solution, writer: keptBy, idempotencyKey: crypto.randomUUID() }
}

function findTrouble({ found, isOutdated }: Fetched): Trouble | null {
  const at = new Date()
  if (found?.isConflict) return { kind: 'conflict', message: 'Another page has written since.', at }
  return isOutdated ? { kind: 'outdated', message: 'The steps were repaired since.', at } : null
}
