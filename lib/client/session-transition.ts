import type { AppError } from '@/lib/platform/errors'
import { toLabellingScreenError, type LabellingScreenError } from './labelling-screen-view'
import {
  findOpenAnnotation,
  type SessionEffect,
  type SessionMoment,
  type SessionState,
} from './labelling-session'
import { takeSnapshot, type OpenAnnotation } from './open-annotation'
import type { DraftSnapshot } from './outbox-records'

/** The state after an event, while it is computed, and what the page does about the event. */
export class SessionTransition {
  readonly effects: SessionEffect[] = []
  readonly now: number
  /** Active time on the annotation on the screen. */
  activeMs: number

  constructor(
    public state: SessionState,
    moment: SessionMoment,
  ) {
    this.now = moment.now
    this.activeMs = moment.activeMs
  }

  /** The annotation on the screen. */
  get annotation(): OpenAnnotation | null {
    return findOpenAnnotation(this.state)
  }

  set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change }
  }

  /** Changes fields of the annotation on the screen, if there is one. */
  setAnnotation(change: Partial<OpenAnnotation>): void {
    const { stage } = this.state
    if ('annotation' in stage)
      this.set({ stage: { ...stage, annotation: { ...stage.annotation, ...change } } })
  }

  /** The id of a new visit or request. */
  makeId(): number {
    this.set({ lastId: this.state.lastId + 1 })
    return this.state.lastId
  }

  emit(effect: SessionEffect): void {
    this.effects.push(effect)
  }

  setError(refusal: AppError, kind?: LabellingScreenError['kind']): void {
    this.set({ error: toLabellingScreenError(refusal, this.now, kind) })
  }

  /** The annotation as the outbox stores it; null without one, and for a conflicting record, which stays as it is. */
  takeSnapshot(): DraftSnapshot | null {
    const { annotation } = this
    return !annotation || annotation.isConflict ? null : takeSnapshot(annotation, this.activeMs)
  }

  storeDraft(): void {
    const draft = this.takeSnapshot()
    if (!draft) return
    this.emit({ kind: 'store', solution: this.annotation!.work.solution, draft })
    this.setAnnotation({ isStored: true })
  }

  /** Removes the draft from the outbox, because the server has it. */
  removeDraft(): void {
    const { annotation } = this
    if (!annotation) return
    const { work, writer } = annotation
    this.emit({ kind: 'remove', solution: work.solution, writer })
    this.setAnnotation({ isStored: false })
  }

  /** Starts a save unless one is running or was refused. A running save is followed by one with the latest state. */
  requestSave(): void {
    const { annotation } = this
    if (annotation?.saving === 'running') this.setAnnotation({ saving: 'changed' })
    if (annotation?.saving !== 'idle') return
    this.setAnnotation({ saving: 'running' })
    this.emit({ kind: 'save', id: annotation.id })
  }

  /** Unsent changes stay in the outbox for the next page that opens the solution. */
  leaveSolution(): void {
    const { annotation } = this
    if (!annotation) return
    const draft = annotation.isStored ? this.takeSnapshot() : null
    this.emit({ kind: 'leave', solution: annotation.work.solution, draft })
  }
}
