import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIrregularity } from '@/lib/formats/irregular'
import { z } from '@/lib/platform/contract'
import { emptyContent, isPathWhole, listRatings } from './content'
import { findFinishProblem, readReadyReason } from './finish'
import { findContentProblem, packContent, unpackContent } from './sent-content'
import { contentFields } from './state-fields'
import { findUnanswered, isSameTarget, listTargets } from './targets'
import { answerLit, anyAction, light, shapes, undo } from './testing/play'
import { changeWork, startWork, type WorkState } from './work-state'

const sentFields = z.object(contentFields)
/** Two candidate explanations at every step: what `anyAction` may choose. */
const explanationCounts = { 0: 2, 1: 2, 2: 2, 3: 2, 4: 2 }

describe('whatever one does', () => {
  const check = (holds: (state: WorkState, before: WorkState | null) => void, numRuns = 300) =>
    fc.assert(
      fc.property(shapes, fc.array(anyAction, { maxLength: 40 }), (shape, sequence) => {
        let state = startWork(shape, null)
        holds(state, null)
        for (const action of sequence) {
          const before = state
          state = changeWork(state, action)
          holds(state, before)
        }
      }),
      { numRuns },
    )

  it('the ratings are a prefix that ends at the first error, as they are saved and as they are finished', () => {
    check(({ content, shape }) => {
      const ratings = [...listRatings(content, shape)]
      const { flow } = shape
      const find = (finishReason: 'give_up' | 'solution' | 'found_error', stepCount: number) =>
        findIrregularity(flow, stepCount, { finishReason, ratings })
      expect(ratings).not.toContain(null)
      expect(find('give_up', shape.stepCount)).toBe(null)
      const ready = readReadyReason(content, shape)
      // A path that ends in a final answer is as long as it is.
      if (ready)
        expect(find(ready, flow === 'solution' ? shape.stepCount : ratings.length)).toBe(null)
      if (flow === 'step_choice') expect(ratings).not.toContain(-1)
    })
  })

  it('what is lit is asked, each thing is asked once, and `done` only when it can be submitted', () => {
    check(({ content, shape, lit }) => {
      const targets = listTargets(content, shape)
      expect(targets.filter((target) => isSameTarget(target, lit))).toHaveLength(1)
      expect(new Set(targets.map((target) => JSON.stringify(target))).size).toBe(targets.length)
      const isReady = readReadyReason(content, shape) !== null
      expect(targets.some(({ kind }) => kind === 'done')).toBe(isReady)
    })
  })

  it('the annotation is ready exactly when it can be finished so, and in no other way', () => {
    check(({ content, shape }) => {
      const ready = readReadyReason(content, shape)
      for (const reason of ['solution', 'found_error'] as const)
        expect(findFinishProblem(reason, null, content, shape) === null).toBe(reason === ready)
      for (const reason of ['give_up', 'bad_problem'] as const) {
        expect(findFinishProblem(reason, 'Because.', content, shape)).toBe(null)
        expect(findFinishProblem(reason, ' ', content, shape)).not.toBe(null)
      }
      if (shape.flow === 'step_choice') expect(ready !== null).toBe(isPathWhole(content, shape))
    })
  })

  it('who answers what is lit comes to the end', () => {
    check((state) => {
      let ahead = state
      for (let i = 0; i < 60 && readReadyReason(ahead.content, ahead.shape) === null; i += 1) {
        const answered = changeWork(ahead, answerLit(ahead))
        const isStill = isSameTarget(answered.lit, ahead.lit)
        ahead = isStill
          ? changeWork(answered, light(findUnanswered(answered.content, answered.shape)))
          : answered
      }
      expect(readReadyReason(ahead.content, ahead.shape)).not.toBe(null)
    }, 200)
  })

  it('events are numbered without a gap, and one comes with every change', () => {
    check((state, before) => {
      expect(state.events.map(({ sequence }) => sequence)).toEqual(
        state.events.map((_, i) => i + 1),
      )
      expect(state.lastEvent).toBe(state.events.length)
      if (before && state.content !== before.content)
        expect(state.lastEvent).toBe(before.lastEvent + 1)
    })
  })

  it('undo takes back one change, and all of them in the end', () => {
    check((state, before) => {
      if (before && state.changes.length > before.changes.length)
        expect(changeWork(state, undo).content).toEqual(before.content)
      let undone = state
      for (const _ of state.changes) undone = changeWork(undone, undo)
      expect(undone.content).toEqual(emptyContent)
    })
  })

  it('the annotation can be sent: it holds together, and the contract takes it as it is', () => {
    check(({ content, shape }) => {
      const sent = packContent(content, shape)
      expect(findContentProblem(sent, shape, explanationCounts)).toBe(null)
      const whole = { ...sent, stepTimesMs: [] }
      expect(sentFields.parse(whole)).toEqual(whole)
    })
  })

  it('what was sent and loaded again is the same annotation', () => {
    check(({ content, shape }) => {
      const sent = packContent(content, shape)
      const loaded = unpackContent(sent, shape)
      expect(packContent(loaded, shape)).toEqual(sent)
      expect(listTargets(loaded, shape)).toEqual(listTargets(content, shape))
      expect(readReadyReason(loaded, shape)).toBe(readReadyReason(content, shape))
      const lit = findUnanswered(content, shape)
      expect(startWork(shape, { content: loaded, lastEvent: 0 }).lit).toEqual(lit)
    })
  })
})
