import {
  isWaitingForOptions,
  listCountedRatings,
  type AnnotationContent,
  type RatableShape,
} from '@/lib/annotations/content'
import { toContentInput, fromContentInput } from '@/lib/annotations/content-input'
import {
  applyWorkAction,
  createWorkState,
  type WorkActionWithoutContext,
  type WorkEvent,
  type WorkState,
} from '@/lib/annotations/work-state'
import {
  findFirstUnansweredQuestion,
  isSelectableTarget,
  findUnansweredTarget,
  type WorkTarget,
} from '@/lib/annotations/work-targets'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { AppError } from '@/lib/platform/errors'
import { ActiveTimer } from './active-timer'
import type { DraftStore } from './draft-store'
import type {
  StepReveal,
  DraftSaveBody,
  LeasedWork,
  LabellingScreenCalls,
} from './labelling-screen-calls'
import { toAnnotationShape } from './labelling-screen-view'
import type { DraftSnapshot } from './outbox-records'
import type { LoadedWork } from './prefetcher'
import { findPermanentError, type Retrier } from './retrier'
import { addRevealedOptions, extractStepReveal } from './revealed-options'
import { StepLoader } from './step-loader'
import { StepTimer } from './step-timer'
import { WorkSaver } from './work-saver'

export type InputMethod = WorkEvent['inputMethod']

interface SessionDeps {
  calls: Pick<LabellingScreenCalls, 'read' | 'readSteps' | 'save'>
  drafts: DraftStore
  retrier: Retrier
  /** Id of the page. */
  writer: string
  onState: (state: WorkState) => void
  onSaving: (isSaving: boolean) => void
  onRefused: (refusal: AppError) => void
}

/**
 * The annotation being edited. Saves every change to the outbox first, then to the server.
 */
export class AnnotationSession {
  readonly activeTime: ActiveTimer
  /** Page id under which the outbox stores this draft. */
  readonly storedBy: string
  private loaded: LeasedWork
  private workState: WorkState
  private readonly times: StepTimer
  /** The highest sequence sent for this solution, and the highest acknowledged by the server. */
  private lastSentSequence: number
  private lastAcknowledgedSequence: number
  private saver: WorkSaver
  private readonly stepLoader: StepLoader
  private isStored = false
  private isClosed = false

  constructor(
    private readonly deps: SessionDeps,
    private readonly loadedWork: LoadedWork,
  ) {
    const { work, storedDraft } = loadedWork
    const shape = toAnnotationShape(work)
    const snapshot = storedDraft?.work ?? null
    const latest = snapshot ?? work.draft
    this.loaded = work
    this.workState = snapshot ? restoreWork(snapshot, shape) : startDraft(work, shape)
    this.storedBy = storedDraft?.isConflict ? storedDraft.writer : deps.writer
    this.lastSentSequence = latest?.sequence ?? 0
    this.lastAcknowledgedSequence = work.draft?.sequence ?? 0
    this.activeTime = new ActiveTimer(latest?.activeMs)
    this.activeTime.noteInput(performance.now())
    this.times = new StepTimer(latest?.stepTimesMs ?? [], latest?.activeMs ?? 0)
    this.saver = this.createSaver()
    this.stepLoader = this.createStepLoader()
  }

  get work(): LeasedWork {
    return this.loaded
  }

  get state(): WorkState {
    return this.workState
  }

  /** Takes over a draft that a closed page stored, and sends it. */
  start(): void {
    const { work, storedDraft } = this.loadedWork
    this.loadSteps()
    if (storedDraft?.isConflict) return
    const { content, shape } = this.workState
    if (!storedDraft) return isWaitingForOptions(content, shape) ? this.saver.save() : undefined
    this.store()
    if (storedDraft.writer !== this.deps.writer)
      this.deps.drafts.remove(work.solution, storedDraft.writer)
    this.saver.save()
  }

  /** Loads the page of a step next. */
  preferStep(step: number): void {
    this.stepLoader.prefer(step)
  }

  /** Returns true if the content changed. A step that is not loaded can't be rated. */
  dispatch(dispatch: WorkActionWithoutContext, inputMethod: InputMethod): boolean {
    const before = this.workState
    if (dispatch.type === 'rate' && !this.isLoaded(dispatch.target ?? before.currentTarget))
      return false
    const state = applyWorkAction(before, { ...dispatch, inputMethod, activeMs: this.chargeTime() })
    if (state === before) return false
    this.change(state)
    if (state.content === before.content) return false
    this.store()
    this.saver.save()
    return true
  }

  /** Without a connection, the other questions about the error are next. */
  skipUnrevealedOptions(): void {
    const { content, shape, currentTarget } = this.workState
    const target =
      currentTarget.kind === 'options' ? findFirstUnansweredQuestion(content, shape) : null
    if (target) this.dispatch({ type: 'select', target }, 'key')
  }

  /** The current state as a request body. */
  describe(): DraftSaveBody {
    const { content, shape, events } = this.workState
    return { ...this.stamp(), ...toContentInput(content, shape), events: [...events] }
  }

  store(): void {
    // A conflicting record stays as it is.
    if (this.loadedWork.storedDraft?.isConflict) return
    const { content, currentTarget, events, lastEvent } = this.workState
    const snapshot: DraftSnapshot = { ...this.stamp(), content, currentTarget, events, lastEvent }
    this.deps.drafts.save(this.work.solution, snapshot, { isClosed: this.isClosed })
    this.isStored = true
  }

  /** Leaves the solution. Unsent changes stay in the outbox for the next page that opens it. */
  async close(): Promise<void> {
    await this.end()
    if (this.isStored) this.store()
  }

  /** Starts no further save and resolves when none is running. */
  end(): Promise<void> {
    this.isClosed = true
    this.stepLoader.end()
    return this.saver.end()
  }

  /** Saves again after a refusal that no longer applies. */
  resume(): void {
    this.saver = this.createSaver()
    this.saver.save()
    this.loadSteps()
  }

  private isLoaded(target: WorkTarget): boolean {
    return target.kind !== 'step' || this.work.steps[target.step] !== null
  }

  private createStepLoader(): StepLoader {
    const { calls, retrier } = this.deps
    const { currentTarget } = this.workState
    return new StepLoader(
      {
        getWork: () => this.loaded,
        readPage: (lease, step) => retrier.retry(() => calls.readSteps(lease, step)),
        onWork: (work) => {
          this.loaded = work
          this.deps.onState(this.workState)
        },
      },
      currentTarget.kind === 'done' ? 0 : currentTarget.step,
    )
  }

  private loadSteps(): void {
    this.stepLoader.load().catch((error: unknown) => {
      const refusal = findPermanentError(error)
      if (!refusal) throw error
      if (!this.isClosed) this.deps.onRefused(refusal)
    })
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
    const { reveal } = await calls.save(lease, body)
    if (this.isClosed) return
    this.lastAcknowledgedSequence = body.sequence
    this.change(applyWorkAction(this.workState, { type: 'acknowledge', lastEvent }))
    if (this.workState.content !== content) this.store()
    else {
      drafts.remove(solution)
      this.isStored = false
    }
    await this.reveal(reveal, body)
  }

  /** Adds the options of the first error. Reads them again if the reply that had them was lost. */
  private async reveal(reveal: StepReveal | null, { ratings }: DraftSaveBody): Promise<void> {
    const error = this.work.flow === 'solution' ? findFirstError(ratings) : null
    const isMissing = !reveal && error !== null && !this.work.revealed.includes(error)
    const newReveal = isMissing
      ? extractStepReveal(await this.deps.calls.read(this.work.lease), error)
      : reveal
    if (!newReveal) return
    this.loaded = addRevealedOptions(this.work, newReveal)
    this.change(
      applyWorkAction(this.workState, { type: 'reveal', shape: toAnnotationShape(this.work) }),
    )
  }

  private change(state: WorkState): void {
    this.workState = state
    this.deps.onState(state)
  }

  /** Every attempt gets a new sequence, because only the reply of the last one may be lost. */
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

  /** Adds active time to the current step, or to the last rated one when all is answered. */
  private chargeTime(): number {
    const { content, shape, currentTarget } = this.workState
    const activeMs = Math.round(this.activeTime.read(performance.now()))
    const step =
      currentTarget.kind === 'done'
        ? listCountedRatings(content, shape).length - 1
        : currentTarget.step
    this.times.charge(Math.max(0, step), activeMs)
    return activeMs
  }
}

function startDraft({ draft }: LeasedWork, shape: RatableShape): WorkState {
  if (!draft) return createWorkState(shape, null)
  const content: AnnotationContent = fromContentInput(draft, shape)
  return createWorkState(shape, { content, lastEvent: draft.lastEvent })
}

/** Restores a stored draft, without its undo history. */
function restoreWork(
  { content, currentTarget, events, lastEvent }: DraftSnapshot,
  shape: RatableShape,
): WorkState {
  const isStillSelectable = isSelectableTarget(content, shape, currentTarget)
  return {
    shape,
    content,
    currentTarget: isStillSelectable ? currentTarget : findUnansweredTarget(content, shape),
    changes: [],
    events,
    lastEvent,
  }
}
