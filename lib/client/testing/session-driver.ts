import type { LoadedWork } from '@/lib/client/draft-store'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import {
  createLabellingSession,
  findOpenAnnotation,
  type SessionEffect,
  type SessionEvent,
} from '@/lib/client/labelling-session'
import type { OpenAnnotation } from '@/lib/client/open-annotation'
import { reduceSession } from '@/lib/client/reduce-session'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { makeLeasedWork } from './make-leased-work'

/** The reducer of the labelling screen without a page: events go in, effects come out. */
export class SessionDriver {
  state = createLabellingSession('this page', 0)
  now = 1_000
  private lastKey = 0

  apply(event: SessionEvent): SessionEffect[] {
    const { state, effects } = reduceSession(this.state, event, { now: this.now, activeMs: 0 })
    this.state = state
    return effects
  }

  /** The annotation on the screen. */
  get annotation(): OpenAnnotation | null {
    return findOpenAnnotation(this.state)
  }

  /** The id of the request that the screen waits for; -1 for none. */
  get request(): number {
    return ('id' in this.state.stage ? this.state.stage.id : null) ?? -1
  }

  /** Opens a solution in reply to the current request. */
  open(lease: string, more: Partial<LeasedWork> = {}): SessionEffect[] {
    return this.apply({ type: 'loaded', id: this.request, reply: makeLoadedWork(lease, more) })
  }

  rate(rating: Rating): SessionEffect[] {
    return this.apply({ type: 'act', action: { type: 'rate', rating }, inputMethod: 'key' })
  }

  submit(finishReason: FinishReason = 'give_up'): SessionEffect[] {
    const choice = { finishReason, finishNote: null, idempotencyKey: this.makeKey() }
    return this.apply({ type: 'submit', choice, inputMethod: 'key' })
  }

  skip(): SessionEffect[] {
    return this.apply({ type: 'skip', reason: 'Not mine.', idempotencyKey: this.makeKey() })
  }

  undo(): SessionEffect[] {
    return this.apply({ type: 'undo', inputMethod: 'key' })
  }

  private makeKey(): string {
    this.lastKey += 1
    return `key ${this.lastKey}`
  }
}

/** A screen with a solution. */
export function openSession(more: Partial<LeasedWork> = {}): SessionDriver {
  const session = new SessionDriver()
  session.apply({ type: 'fetch' })
  session.open('a', more)
  return session
}

/** The server accepts the finish with this key. */
export function acceptFinish(session: SessionDriver, idempotencyKey: string): SessionEffect[] {
  const annotation = 'the annotation'
  const reply = { state: 'submitted', annotation, doneToday: 1, reveal: null } as const
  return session.apply({ type: 'finish_accepted', idempotencyKey, reply })
}

/** The next solution is prefetched. */
export function deliverPrefetchedWork(session: SessionDriver, lease: string): SessionEffect[] {
  const { prefetch: requested } = session.state
  if (requested.kind !== 'requested') throw new Error('Nothing is requested.')
  const { id } = requested
  const currentSolution = session.annotation!.work.solution
  const reply = makeLoadedWork(lease)
  return session.apply({ type: 'prefetched', id, currentSolution, reply })
}

export const listEffectKinds = (effects: readonly SessionEffect[]) =>
  effects.map(({ kind }) => kind)

export function makeLoadedWork(lease: string, more: Partial<LeasedWork> = {}): LoadedWork {
  return { kind: 'work', work: makeLeasedWork(lease, more), storedDraft: null, isOutdated: false }
}
