import { listRatings, type AnnotationContent, type WorkShape } from '@/lib/annotations/content'
import { packContent, unpackContent } from '@/lib/annotations/sent-content'
import { canLight, findUnanswered } from '@/lib/annotations/targets'
import {
  changeWork,
  startWork,
  type WorkAction,
  type WorkEvent,
  type WorkState,
} from '@/lib/annotations/work-state'
import type { AppError } from '@/lib/platform/errors'
import type { SaveBody, Work, WorkCalls } from './call-work'
import type { WorkKeeper } from './keep-work'
import type { KeptWork } from './outbox-records'
import type { Patience } from './retry-work'
import { WorkSaver } from './save-work'
import type { Fetched } from './serve-work'
import { StepTimes } from './time-steps'
import { ActiveTime } from './time-work'
import { describeShape } from './work-view'

type Unstamped<A> = A extends { activeMs: number } ? Omit<A, 'activeMs' | 'inputMethod'> : never
/** What a person does; when it was, is added here. */
export type WorkAct = Unstamped<WorkAction>
export type InputMethod = WorkEvent['inputMethod']

interface HandParts {
  calls: Pick<WorkCalls, 'save'>
  keeper: WorkKeeper
  patience: Patience
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
export class WorkInHand {
  readonly work: Work
  readonly activeTime: ActiveTime
  /** Whose record on this device this goes by. */
  readonly keptBy: string
  private current: WorkState
  private readonly times: StepTimes
  /** The highest sequence that was sent for this solution, and the highest that the server acknowledged. */
  private sent: number
  private acknowledged: number
  private saver: WorkSaver
  private isKept = false
  private isOver = false

  constructor(
    private readonly parts: HandParts,
    private readonly fetched: Fetched,
  ) {
    const { work, found } = fetched
    const shape = describeShape(work)
    const kept = found?.work ?? null
    const known = kept ?? work.draft
    this.work = work
    this.current = kept ? restoreWork(kept, shape) : startDraft(work, shape)
    this.keptBy = found?.isConflict ? found.writer : parts.writer
    this.sent = known?.sequence ?? 0
    this.acknowledged = work.draft?.sequence ?? 0
    this.activeTime = new ActiveTime(known?.activeMs)
    this.activeTime.noteInput(performance.now())
    this.times = new StepTimes(known?.stepTimesMs ?? [], known?.activeMs ?? 0)
    this.saver = this.createSaver()
  }

  get state(): WorkState {
    return this.current
  }

  /** What a page that is gone had kept is this page's now, and goes to the server. */
  begin(): void {
    const { work, found } = this.fetched
    if (!found || found.isConflict) return
    this.keep()
    if (found.writer !== this.parts.writer) this.parts.keeper.forget(work.solution, found.writer)
    this.saver.save()
  }

  /** Whether what is said of the solution has changed. */
  act(act: WorkAct, inputMethod: InputMethod): boolean {
    const before = this.current
    const state = changeWork(before, { ...act, inputMethod, activeMs: this.chargeTime() })
    if (state === before) return false
    this.change(state)
    if (state.content === before.content) return false
    this.keep()
    this.saver.save()
    return true
  }

  /** The state as it is now, for the server. */
  describe(): SaveBody {
    const { content, shape, events } = this.current
    return { ...this.stamp(), ...packContent(content, shape), events: [...events] }
  }

  keep(): void {
    // What stands against another page's state is that record, as it is.
    if (this.fetched.found?.isConflict) return
    const { content, lit, events, lastEvent } = this.current
    const kept: KeptWork = { ...this.stamp(), content, lit, events, lastEvent }
    this.parts.keeper.keep(this.work.solution, kept, { isLeft: this.isOver })
    this.isKept = true
  }

  /** It goes on elsewhere, or later: what the server does not have stays on this device, for whoever gets it next. */
  async leave(): Promise<void> {
    await this.end()
    if (this.isKept) this.keep()
  }

  /** Begins no further save, and settles once none is under way. */
  end(): Promise<void> {
    this.isOver = true
    return this.saver.end()
  }

  /** After a refusal that has passed. */
  resume(): void {
    this.saver = this.createSaver()
    this.saver.save()
  }

  private createSaver(): WorkSaver {
    const { patience, onSaving, onRefused } = this.parts
    return new WorkSaver({ patience, send: () => this.send(), onSaving, onRefused })
  }

  private async send(): Promise<void> {
    const { keeper, calls } = this.parts
    const { solution, lease } = this.work
    const { content, lastEvent } = this.current
    const body = this.describe()
    this.sent = body.sequence
    await keeper.written()
    await calls.save(lease, body)
    if (this.isOver) return
    this.acknowledged = body.sequence
    this.change(changeWork(this.current, { type: 'acknowledge', lastEvent }))
    if (this.current.content !== content) return this.keep()
    keeper.forget(solution)
    this.isKept = false
  }

  private change(state: WorkState): void {
    this.current = state
    this.parts.onState(state)
  }

  /** Each save has a sequence of its own, also one that is sent again: its reply may be what was lost. */
  private stamp() {
    const { acknowledged: basedOn } = this
    return {
      writer: this.parts.writer,
      basedOn,
      revision: this.work.revision,
      sequence: this.sent + 1,
      activeMs: this.chargeTime(),
      stepTimesMs: this.times.list(),
    }
  }

  /** To the step that is lit; once nothing is left to say, to the last one rated. */
  private chargeTime(): number {
    const { content, shape, lit } = this.current
    const activeMs = Math.round(this.activeTime.read(performance.now()))
    const step = lit.kind === 'done' ? listRatings(content, shape).length - 1 : lit.step
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
function restoreWork({ content, lit, events, lastEvent }: KeptWork, shape: WorkShape): WorkState {
  const isLit = canLight(content, shape, lit)
  return {
    shape,
    content,
    lit: isLit ? lit : findUnanswered(content, shape),
    changes: [],
    events,
    lastEvent,
  }
}
