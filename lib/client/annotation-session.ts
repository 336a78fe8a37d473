import { listRatings, type AnnotationContent, type WorkShape } from '@/lib/annotations/content'
import { packContent, unpackContent } from '@/lib/annotations/pack-content'
import { isSelectable, findUnanswered } from '@/lib/annotations/targets'
import {
  changeWork,
  startWork,
  type WorkAction,
  type WorkEvent,
  type WorkState,
} from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { SaveBody, Work, WorkCalls } from './work-calls'
import type { DraftStore } from './draft-store'
import type { DraftSnapshot } from './outbox-records'
import type { Retrier } from './retrier'
import { WorkSaver } from './work-saver'
import type { LoadedWork } from './prefetcher'
import { StepTimes } from './step-times'
import { ActiveTime } from './active-time'
import { describeShape } from './work-view'

type Unstamped<A> = A extends { activeMs: number } ? Omit<A, 'activeMs' | 'inputMethod'> : never
/** What a person does; when it was, is added here. */
export type UserAction = Unstamped<WorkAction>
export type InputMethod = WorkEvent['inputMethod']

interface SessionDeps {
  calls: Pick<WorkCalls, 'save'>
  drafts: DraftStore
  retrier: Retrier
  /** Names the page. */
  writer: string
  onState: (state: WorkState) => void
  onSaving: (isSaving: boolean) => void
  onRefused: (refusal: AppError) => void
}

/**
 * One solution in work: what was said of it, how much of that the server has, and the time it took. Each change is kept on
 * this device first, then sent.
 */
export class AnnotationSession {
  readonly work: Work
  readonly activeTime: ActiveTime
  /** Whose record on this device this goes by. */
  readonly storedBy: string
  private workState: WorkState
  private readonly times: StepTimes
  /** The highest sequence that was sent for this solution, and the highest that the server acknowledged. */
  private lastSentSequence: number
  private lastAcknowledgedSequence: number
  private saver: WorkSaver
  private isStored = false
  private isClosed = false

  constructor(
    private readonly deps: SessionDeps,
    private readonly loaded: LoadedWork,
  ) {
    const { work, storedDraft } = loaded
    const shape = describeShape(work)
    const snapshot = storedDraft?.work ?? null
    const latest = snapshot ?? work.draft
    this.work = work
    this.workState = snapshot ? restoreWork(snapshot, shape) : startDraft(work, shape)
    this.storedBy = storedDraft?.isConflict ? storedDraft.writer : deps.writer
    this.lastSentSequence = latest?.sequence ?? 0
    this.lastAcknowledgedSequence = work.draft?.sequence ?? 0
    this.activeTime = new ActiveTime(latest?.activeMs)
    this.activeTime.noteInput(performance.now())
    this.times = new StepTimes(latest?.stepTimesMs ?? [], latest?.activeMs ?? 0)
    this.saver = this.createSaver()
  }

  get state(): WorkState {
    return this.workState
  }

  /** What a page that is gone had kept is this page's now, and goes to the server. */
  start(): void {
    const { work, storedDraft } = this.loaded
    if (!storedDraft || storedDraft.isConflict) return
    this.store()
    if (storedDraft.writer !== this.deps.writer)
      this.deps.drafts.remove(work.solution, storedDraft.writer)
    this.saver.save()
  }

  /** Whether what is said of the solution has changed. */
  dispatch(dispatch: UserAction, inputMethod: InputMethod): boolean {
    const before = this.workState
    const state = changeWork(before, { ...dispatch, inputMethod, activeMs: this.chargeTime() })
    if (state === before) return false
    this.change(state)
    if (state.content === before.content) return false
    this.store()
    this.saver.save()
    return true
  }

  /** The state as it is now, for the server. */
  describe(): SaveBody {
    const { content, shape, events } = this.workState
    return { ...this.stamp(), ...packContent(content, shape), events: [...events] }
  }

  store(): void {
    // What stands against another page's state is that record, as it is.
    if (this.loaded.storedDraft?.isConflict) return
    const { content, currentTarget, events, lastEvent } = this.workState
    const snapshot: DraftSnapshot = { ...this.stamp(), content, currentTarget, events, lastEvent }
    this.deps.drafts.save(this.work.solution, snapshot, { isClosed: this.isClosed })
    this.isStored = true
  }

  /** It goes on elsewhere, or later: what the server does not have stays on this device, for whoever gets it next. */
  async close(): Promise<void> {
    await this.end()
    if (this.isStored) this.store()
  }

  /** Begins no further save, and settles once none is under way. */
  end(): Promise<void> {
    this.isClosed = true
    return this.saver.end()
  }

  /** After a refusal that has passed. */
  resume(): void {
    this.saver = this.createSaver()
    this.saver.save()
  }

  private createSaver(): WorkSaver {
    const { retrier, onSaving, onRefused } = this.deps
    return new WorkSaver({ retrier, send: () => this.send(), onSaving, onRefused })
  }

  private async send(): Promise<void> {
    const { drafts, calls } = this.deps
    const { solution, lease } = this.work
    const { content, lastEvent } = this.workState
    const body = this.describe()
    this.lastSentSequence = body.sequence
    await drafts.flush()
    await calls.save(lease, body)
    if (this.isClosed) return
    this.lastAcknowledgedSequence = body.sequence
    this.change(changeWork(this.workState, { type: 'acknowledge', lastEvent }))
    if (this.workState.content !== content) return this.store()
    drafts.remove(solution)
    this.isStored = false
  }

  private change(state: WorkState): void {
    this.workState = state
    this.deps.onState(state)
  }

  /** Each save has a sequence of its own, also one that is sent again: its reply may be what was lost. */
  private stamp() {
    const { lastAcknowledgedSequence: basedOn } = this
    return {
      writer: this.deps.writer,
      basedOn,
      revision: this.work.revision,
      sequence: this.lastSentSequence + 1,
      activeMs: this.chargeTime(),
      stepTimesMs: this.times.list(),
    }
  }

  /** To the step that is lit; once nothing is left to say, to the last one rated. */
  private chargeTime(): number {
    const { content, shape, currentTarget } = this.workState
    const activeMs = Math.round(this.activeTime.read(performance.now()))
    const step =
      currentTarget.kind === 'done' ? listRatings(content, shape).length - 1 : currentTarget.step
    this.times.charge(Math.max(0, step), activeMs)
    return activeMs
  }
}

function startDraft({ draft }: Work, shape: WorkShape): WorkState {
  if (!draft) return startWork(shape, null)
  const content: AnnotationContent = unpackContent(draft, shape)
  return startWork(shape, { content, lastEvent: draft.lastEvent })
}

/** As it was left, but for what could be undone. */
function restoreWork(
  { content, currentTarget, events, lastEvent }: DraftSnapshot,
  shape: WorkShape,
): WorkState {
  const isStillSelectable = isSelectable(content, shape, currentTarget)
  return {
    shape,
    content,
    currentTarget: isStillSelectable ? currentTarget : findUnanswered(content, shape),
    changes: [],
    events,
    lastEvent,
  }
}
