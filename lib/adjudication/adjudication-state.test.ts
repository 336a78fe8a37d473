import { expect, test } from 'vitest'
import type { WorkState } from '@/lib/annotations/work-state'
import type { Rating } from '@/lib/formats/record'
import {
  adoptAnnotation,
  applyReviewerAction,
  findAdoptedAnnotation,
  getFirstErrorAnswers,
  findAdjudicatedFinishReason,
  getCountedRatings,
  hasEqualErrorAnswers,
  mapAdjudicationToRepairedSteps,
  addErrorOptions,
  createAdjudicationState,
  type AdoptableAnnotation,
} from './adjudication-state'

const readCurrentStep = ({ currentTarget }: WorkState) =>
  currentTarget.kind === 'step' ? currentTarget.step : currentTarget.kind

const makeRatingOnlySettings = (stepCount: number) => ({
  stepCount,
  asksExplanation: false,
  asksProgress: false,
})
const makeSettingsWithAllQuestions = (stepCount: number) => ({
  stepCount,
  asksExplanation: true,
  asksProgress: true,
})

const rate = (state: WorkState, ...ratings: Rating[]) =>
  ratings.reduce((next, rating) => applyReviewerAction(next, { type: 'rate', rating }), state)
const undo = (state: WorkState) => applyReviewerAction(state, { type: 'undo' })

/** The server answers that a step has these options and candidate explanations. */
const reveal = (state: WorkState, step: number, options = 0, explanations: string[] = []) =>
  addErrorOptions(state, { step, options, explanations })

const makeAnnotation = (
  ratings: AdoptableAnnotation['ratings'],
  answers: Partial<AdoptableAnnotation> = {},
): AdoptableAnnotation => ({
  ratings,
  options: [],
  explanation: null,
  progress: null,
  ...answers,
})

/** Negative at the second step, with both options rated, a candidate as explanation, and progress. */
const answeredAnnotation = makeAnnotation([1, -1], {
  options: [
    { step: 1, option: 1, rating: 1 },
    { step: 1, option: 2, rating: -1 },
  ],
  explanation: { source: 'The sum is wrong.' },
  progress: 'some',
})
const candidates = ['It repeats itself.', 'The sum is wrong.']

test('adjudication starts at the first step without a rating and ends at an error', () => {
  const initial = createAdjudicationState(makeRatingOnlySettings(5), [1, 1])
  expect(readCurrentStep(initial)).toBe(2)
  expect(findAdjudicatedFinishReason(initial)).toBeNull()
  const final = reveal(rate(initial, 0, -1), 3)
  expect(getCountedRatings(final)).toEqual([1, 1, 0, -1])
  expect(findAdjudicatedFinishReason(final)).toBe('found_error')
  expect(readCurrentStep(final)).toBe('done')
})

test('an adjudication can’t be submitted before the options of its first error are loaded', () => {
  const rated = rate(createAdjudicationState(makeRatingOnlySettings(3), []), -1)
  expect([readCurrentStep(rated), findAdjudicatedFinishReason(rated)]).toEqual(['options', null])
  const revealed = reveal(rated, 0, 1)
  expect([readCurrentStep(revealed), findAdjudicatedFinishReason(revealed)]).toEqual([
    'option',
    null,
  ])
  expect(findAdjudicatedFinishReason(rate(revealed, 1))).toBe('found_error')
})

test('after a first error, asks for the ratings of its options, then the explanation, then the progress', () => {
  let state = reveal(
    rate(createAdjudicationState(makeSettingsWithAllQuestions(3), [1]), -1),
    1,
    2,
    candidates,
  )
  expect(state.currentTarget).toEqual({ kind: 'option', step: 1, option: 0 })
  state = rate(state, 1, -1)
  expect([readCurrentStep(state), findAdjudicatedFinishReason(state)]).toEqual([
    'explanation',
    null,
  ])
  state = applyReviewerAction(state, { type: 'explain', explanation: { option: 1 } })
  expect([readCurrentStep(state), findAdjudicatedFinishReason(state)]).toEqual(['progress', null])
  state = applyReviewerAction(state, { type: 'progress', progress: 'most' })
  expect([readCurrentStep(state), findAdjudicatedFinishReason(state)]).toEqual([
    'done',
    'found_error',
  ])
  expect(getFirstErrorAnswers(state)).toEqual({
    options: [1, -1],
    explanation: { option: 1 },
    progress: 'most',
  })
})

test('opening a stored adjudication restores its ratings and answers', () => {
  const stored = {
    options: [1, -1] as const,
    explanation: { option: 1 },
    progress: 'some' as const,
  }
  const restored = createAdjudicationState(makeSettingsWithAllQuestions(3), [1, -1], stored)
  expect(hasEqualErrorAnswers(getFirstErrorAnswers(restored), stored)).toBe(true)
  const revealed = reveal(restored, 1, 2, candidates)
  expect([readCurrentStep(revealed), findAdjudicatedFinishReason(revealed)]).toEqual([
    'done',
    'found_error',
  ])
  expect(hasEqualErrorAnswers(getFirstErrorAnswers(revealed), stored)).toBe(true)
  for (const changed of [
    { ...stored, options: [1, 0] as const },
    { ...stored, explanation: { option: 0 } },
    { ...stored, explanation: { option: null, text: 'The sum is wrong.' } },
    { ...stored, progress: 'most' as const },
  ])
    expect(hasEqualErrorAnswers(getFirstErrorAnswers(revealed), changed)).toBe(false)
})

test('loading options leaves a stored adjudication without answers unchanged', () => {
  const noAnswers = { options: [], explanation: null, progress: null }
  const revealed = reveal(createAdjudicationState(makeRatingOnlySettings(3), [-1], noAnswers), 0, 2)
  expect(hasEqualErrorAnswers(getFirstErrorAnswers(revealed), noAnswers)).toBe(true)
  expect(readCurrentStep(revealed)).toBe('option')
})

test('ratings copied from an adopted annotation can be undone and changed', () => {
  const initial = rate(createAdjudicationState(makeRatingOnlySettings(4), [1]), 1)
  const adopted = reveal(adoptAnnotation(initial, makeAnnotation([1, -1])), 1)
  const annotations = [
    { annotation: 'a', ratings: [1, -1] as const },
    { annotation: 'b', ratings: [1, 1, 1, 1] as const },
  ]
  expect(findAdjudicatedFinishReason(adopted)).toBe('found_error')
  expect(findAdoptedAnnotation(adopted, annotations)).toBe('a')
  expect(getCountedRatings(undo(adopted))).toEqual([1, 1])
  expect(readCurrentStep(undo(adopted))).toBe(readCurrentStep(initial))
  const target = { kind: 'step' as const, step: 1 }
  const changed = applyReviewerAction(adopted, { type: 'rate', rating: 1, target })
  expect(findAdoptedAnnotation(changed, annotations)).toBeNull()
})

test('adopting an annotation adopts its answers, and undo restores the previous ones', () => {
  const own = applyReviewerAction(
    rate(createAdjudicationState(makeSettingsWithAllQuestions(3), [1]), -1),
    {
      type: 'explain',
      explanation: { option: null, text: 'Mine.' },
    },
  )
  const expectedAnswers = { options: [1, -1], explanation: { option: 1 }, progress: 'some' }
  const waiting = adoptAnnotation(own, answeredAnnotation)
  expect(getFirstErrorAnswers(reveal(waiting, 1, 2, candidates))).toEqual(expectedAnswers)
  const loaded = adoptAnnotation(reveal(own, 1, 2, candidates), answeredAnnotation, candidates)
  expect(getFirstErrorAnswers(loaded)).toEqual(expectedAnswers)
  expect(readCurrentStep(loaded)).toBe('done')
  expect(getFirstErrorAnswers(undo(loaded))).toEqual({
    options: [],
    explanation: { option: null, text: 'Mine.' },
    progress: null,
  })
})

test('adopting an annotation keeps the reviewer’s answers to questions that it does not answer', () => {
  const initial = rate(createAdjudicationState(makeSettingsWithAllQuestions(3), [1]), -1)
  const own = applyReviewerAction(initial, {
    type: 'explain',
    explanation: { option: null, text: 'Mine.' },
  })
  const adopted = adoptAnnotation(own, makeAnnotation([0, -1], { progress: 'most' }))
  expect(getCountedRatings(adopted)).toEqual([0, -1])
  expect(getFirstErrorAnswers(adopted)).toEqual({
    options: [],
    explanation: { option: null, text: 'Mine.' },
    progress: 'most',
  })
})

test('adopting an annotation skips answers to questions that the project does not ask', () => {
  const adopted = adoptAnnotation(
    createAdjudicationState(makeRatingOnlySettings(3), []),
    answeredAnnotation,
  )
  expect(getFirstErrorAnswers(reveal(adopted, 1, 2))).toEqual({
    options: [1, -1],
    explanation: null,
    progress: null,
  })
})

test('after a repair of the steps, an adjudication keeps the ratings of unchanged steps', () => {
  const rated = rate(createAdjudicationState(makeRatingOnlySettings(4), [1, 0]), 1)
  // The step with id 1 was split into the steps with ids 4 and 5.
  const mapped = mapAdjudicationToRepairedSteps(rated, [0, 1, 2, 3], [0, 4, 5, 2, 3])
  expect(getCountedRatings(mapped)).toEqual([1])
  expect(readCurrentStep(mapped)).toBe(1)
  expect(getCountedRatings(rate(mapped, 0, 0))).toEqual([1, 0, 0, 1])
})

test('after a repair of the steps, an adjudication keeps the answers about an unchanged step and loads all options again', () => {
  const stored = { options: [1, 0] as const, explanation: { option: 0 }, progress: 'none' as const }
  const revealed = reveal(
    createAdjudicationState(makeSettingsWithAllQuestions(3), [1, -1], stored),
    1,
    2,
    candidates,
  )
  // The step with id 0 was split into the steps with ids 3 and 4.
  const mapped = mapAdjudicationToRepairedSteps(revealed, [0, 1, 2], [3, 4, 1, 2])
  const rerated = rate(mapped, 1, 1)
  expect(findAdjudicatedFinishReason(rerated)).toBeNull()
  expect(getFirstErrorAnswers(reveal(rerated, 2, 2, candidates))).toEqual(stored)
  // The options loaded before the repair belong to another step.
  expect(readCurrentStep(rate(mapped, 1, -1))).toBe('options')
})
