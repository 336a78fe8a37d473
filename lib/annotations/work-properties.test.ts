import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAnnotationIrregularity } from '@/lib/formats/find-annotation-irregularity'
import { z } from '@/lib/platform/contract'
import { emptyAnnotationContent, isChosenPathComplete, listRatingsThatCount } from './content'
import { findContentError, toContentInput, fromContentInput } from './content-input'
import { findFinishRefusal, findImpliedFinishReason } from './finish-reason'
import { annotationContentInputFields } from './state-fields'
import {
  makeActionAnsweringCurrentTarget,
  anyAnnotationShape,
  anyWorkAction,
  makeSelectAction,
  undoAction,
} from './testing/work-actions'
import { applyWorkAction, createWorkState, type WorkState } from './work-state'
import { findFirstUnansweredTarget, isEqualTarget, listSelectableTargets } from './work-targets'

const contentSchema = z.object(annotationContentInputFields)
/** Two candidate explanations at every step, for `anyWorkAction`. */
const explanationCounts = { 0: 2, 1: 2, 2: 2, 3: 2, 4: 2 }

describe('random actions of an annotator on the labelling screen', () => {
  const checkEachState = (
    checkState: (state: WorkState, before: WorkState | null) => void,
    numRuns = 300,
  ) =>
    fc.assert(
      fc.property(
        anyAnnotationShape,
        fc.array(anyWorkAction, { maxLength: 40 }),
        (shape, sequence) => {
          let state = createWorkState(shape, null)
          checkState(state, null)
          for (const action of sequence) {
            const before = state
            state = applyWorkAction(state, action)
            checkState(state, before)
          }
        },
      ),
      { numRuns },
    )

  it('leave ratings without gaps up to the first error, and none after it', () => {
    checkEachState(({ content, shape }) => {
      const ratings = [...listRatingsThatCount(content, shape)]
      const { flow } = shape
      const findIrregularity = (
        finishReason: 'give_up' | 'solution' | 'found_error',
        stepCount: number,
      ) => findAnnotationIrregularity(flow, stepCount, { finishReason, ratings })
      expect(ratings).not.toContain(null)
      expect(findIrregularity('give_up', shape.stepCount)).toBe(null)
      const impliedReason = findImpliedFinishReason(content, shape)
      // In the step-choice flow, the path itself decides how many steps the finished solution has.
      if (impliedReason)
        expect(
          findIrregularity(impliedReason, flow === 'solution' ? shape.stepCount : ratings.length),
        ).toBe(null)
      if (flow === 'step_choice') expect(ratings).not.toContain(-1)
    })
  })

  it('keep exactly one target current, and offer `done` only if the annotation can be submitted', () => {
    checkEachState(({ content, shape, currentTarget }) => {
      const targets = listSelectableTargets(content, shape)
      expect(targets.filter((target) => isEqualTarget(target, currentTarget))).toHaveLength(1)
      expect(new Set(targets.map((target) => JSON.stringify(target))).size).toBe(targets.length)
      const isReady = findImpliedFinishReason(content, shape) !== null
      expect(targets.some(({ kind }) => kind === 'done')).toBe(isReady)
    })
  })

  it('allow exactly the finish reason that the ratings imply, besides give_up and bad_problem', () => {
    checkEachState(({ content, shape }) => {
      const impliedReason = findImpliedFinishReason(content, shape)
      for (const reason of ['solution', 'found_error'] as const)
        expect(findFinishRefusal(reason, null, content, shape) === null).toBe(
          reason === impliedReason,
        )
      for (const reason of ['give_up', 'bad_problem'] as const) {
        expect(findFinishRefusal(reason, 'Because.', content, shape)).toBe(null)
        expect(findFinishRefusal(reason, ' ', content, shape)).not.toBe(null)
      }
      if (shape.flow === 'step_choice')
        expect(impliedReason !== null).toBe(isChosenPathComplete(content, shape))
    })
  })

  it('lead to a complete annotation if the current step, option or question is answered each time', () => {
    checkEachState((state) => {
      let remaining = state
      for (
        let i = 0;
        i < 60 && findImpliedFinishReason(remaining.content, remaining.shape) === null;
        i += 1
      ) {
        const next = applyWorkAction(remaining, makeActionAnsweringCurrentTarget(remaining))
        const isUnchanged = isEqualTarget(next.currentTarget, remaining.currentTarget)
        remaining = isUnchanged
          ? applyWorkAction(
              next,
              makeSelectAction(findFirstUnansweredTarget(next.content, next.shape)),
            )
          : next
      }
      expect(findImpliedFinishReason(remaining.content, remaining.shape)).not.toBe(null)
    }, 200)
  })

  it('record one numbered event per change', () => {
    checkEachState((state, before) => {
      expect(state.events.map(({ sequence }) => sequence)).toEqual(
        state.events.map((_, i) => i + 1),
      )
      expect(state.lastEvent).toBe(state.events.length)
      if (before && state.content !== before.content)
        expect(state.lastEvent).toBe(before.lastEvent + 1)
    })
  })

  it('can be undone one at a time, back to the initial state', () => {
    checkEachState((state, before) => {
      if (before && state.changes.length > before.changes.length)
        expect(applyWorkAction(state, undoAction).content).toEqual(before.content)
      let undone = state
      for (const _ of state.changes) undone = applyWorkAction(undone, undoAction)
      expect(undone.content).toEqual(emptyAnnotationContent)
    })
  })

  it('produce input that the contract accepts', () => {
    checkEachState(({ content, shape }) => {
      const contentInput = toContentInput(content, shape)
      expect(findContentError(contentInput, shape, explanationCounts)).toBe(null)
      const completeInput = { ...contentInput, stepTimesMs: [] }
      expect(contentSchema.parse(completeInput)).toEqual(completeInput)
    })
  })

  it('lead to a state that is the same after it is saved and loaded', () => {
    checkEachState(({ content, shape }) => {
      const contentInput = toContentInput(content, shape)
      const loadedContent = fromContentInput(contentInput, shape)
      expect(toContentInput(loadedContent, shape)).toEqual(contentInput)
      expect(listSelectableTargets(loadedContent, shape)).toEqual(
        listSelectableTargets(content, shape),
      )
      expect(findImpliedFinishReason(loadedContent, shape)).toBe(
        findImpliedFinishReason(content, shape),
      )
      const currentTarget = findFirstUnansweredTarget(content, shape)
      expect(
        createWorkState(shape, { content: loadedContent, lastEvent: 0 }).currentTarget,
      ).toEqual(currentTarget)
    })
  })
})
