import fc from 'fast-check'
import type { RatableShape, NoteKind } from '@/lib/annotations/content'
import {
  applyWorkAction,
  createWorkState,
  type WorkAction,
  type WorkState,
} from '@/lib/annotations/work-state'
import type { RatableTarget, WorkTarget } from '@/lib/annotations/work-targets'
import { noteKinds, solutionProgressLevels, type Rating } from '@/lib/formats/record'

/** Annotators' actions for tests of the rules, fixed and random. */

const moment = { inputMethod: 'key', activeMs: 0 } as const

export const makeStepTarget = (index: number) => ({ kind: 'step', step: index }) as const
export const makeOptionTarget = (stepIndex: number, index: number) =>
  ({ kind: 'option', step: stepIndex, option: index }) as const
export const allAnsweredTarget = { kind: 'done' } as const

export const makeRateAction = (rating: Rating, target?: RatableTarget): WorkAction => ({
  type: 'rate',
  rating,
  ...(target && { target }),
  ...moment,
})
export const makeChooseOptionAction = (stepIndex: number, index: number): WorkAction => ({
  type: 'choose',
  step: stepIndex,
  option: index,
  ...moment,
})
export const makeWriteOptionAction = (stepIndex: number, text: string): WorkAction => ({
  type: 'write',
  step: stepIndex,
  text,
  ...moment,
})
/** A candidate by position, or the annotator's text. */
export const makeExplainAction = (explanation: number | string): WorkAction => ({
  type: 'explain',
  explanation:
    typeof explanation === 'number' ? { option: explanation } : { option: null, text: explanation },
  ...moment,
})
export const makeProgressAction = (level: (typeof solutionProgressLevels)[number]): WorkAction => ({
  type: 'progress',
  progress: level,
  ...moment,
})
export const makeTagAction = (name: string): WorkAction => ({ type: 'tag', tag: name, ...moment })
export const makeNoteAction = (kind: NoteKind, text: string | null): WorkAction => ({
  type: 'note',
  kind,
  text,
  ...moment,
})
export const undoAction: WorkAction = { type: 'undo', ...moment }
export const makeMoveAction = (by: 1 | -1): WorkAction => ({ type: 'move', by, ...moment })
export const makeSelectAction = (target: WorkTarget): WorkAction => ({
  type: 'select',
  target,
  ...moment,
})

/** Flow `solution`: four steps without alternatives, and no questions about an error. */
export const solutionFlowShape: RatableShape = {
  flow: 'solution',
  stepCount: 4,
  optionCounts: {},
  endings: {},
  asksExplanation: false,
  asksProgress: false,
  errorTags: [],
  revealed: 'all',
}

/** Three steps with two options each. The second option of the second step states the answer. */
export const stepChoiceFlowShape: RatableShape = {
  ...solutionFlowShape,
  flow: 'step_choice',
  stepCount: 3,
  optionCounts: { 0: 2, 1: 2, 2: 2 },
  endings: { 1: [1] },
}

export function createStateAfterActions(
  shape: Partial<RatableShape>,
  ...actions: WorkAction[]
): WorkState {
  const base = shape.flow === 'step_choice' ? stepChoiceFlowShape : solutionFlowShape
  return actions.reduce(applyWorkAction, createWorkState({ ...base, ...shape }, null))
}

/** Answers the current target, or undoes the last change if there is nothing to answer. */
export function makeActionAnsweringCurrentTarget({
  currentTarget,
  content,
  shape,
}: WorkState): WorkAction {
  switch (currentTarget.kind) {
    case 'step':
    case 'option':
      return makeRateAction(1)
    case 'choice':
      return makeChooseOptionAction(
        currentTarget.step,
        content.options[currentTarget.step]?.indexOf(1) ?? 0,
      )
    case 'write':
      return makeWriteOptionAction(currentTarget.step, 'My own.')
    case 'explanation':
      return makeExplainAction(0)
    case 'progress':
      return makeProgressAction('some')
    case 'tags':
      return makeTagAction(shape.errorTags[0]!)
    case 'options':
    case 'done':
      return undoAction
  }
}

export const errorTags = ['sum', 'unit']
const indexes = fc.integer({ min: 0, max: 4 })
const ratings = fc.constantFrom<Rating>(-1, 0, 1)
const ratedArbitrary = fc.oneof(
  indexes.map(makeStepTarget),
  fc.tuple(indexes, indexes).map(([stepIndex, index]) => makeOptionTarget(stepIndex, index)),
)
const texts = fc.constantFrom('', ' ', 'Why?', ' two  words ')

/** Shapes of both flows: few steps with few options, possibly none. */
export const anyAnnotationShape: fc.Arbitrary<RatableShape> = fc
  .record({
    flow: fc.constantFrom('solution', 'step_choice'),
    stepCount: fc.integer({ min: 1, max: 5 }),
    optionCounts: fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 })
      .map((counts) => Object.fromEntries(counts.map((count, index) => [index, count]))),
    endings: fc.dictionary(fc.constantFrom('1', '2'), fc.subarray([0, 1, 2])),
    asksExplanation: fc.boolean(),
    asksProgress: fc.boolean(),
    errorTags: fc.subarray(errorTags),
  })
  .map((shape) => {
    const isUsed = ([at, count]: [string, number]) => Number(at) < shape.stepCount && count > 0
    return {
      ...shape,
      revealed: 'all' as const,
      optionCounts: Object.fromEntries(Object.entries(shape.optionCounts).filter(isUsed)),
    }
  })

export const anyWorkAction: fc.Arbitrary<WorkAction> = fc.oneof(
  { weight: 12, arbitrary: ratings.map((rating) => makeRateAction(rating)) },
  {
    weight: 4,
    arbitrary: fc.tuple(ratings, ratedArbitrary).map(([rating, at]) => makeRateAction(rating, at)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(indexes, indexes)
      .map(([stepIndex, index]) => makeChooseOptionAction(stepIndex, index)),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(indexes, texts).map(([index, text]) => makeWriteOptionAction(index, text)),
  },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, ' It is wrong. ', ' ').map(makeExplainAction) },
  { weight: 2, arbitrary: fc.constantFrom(...solutionProgressLevels).map(makeProgressAction) },
  { weight: 2, arbitrary: fc.constantFrom(...errorTags, 'unknown').map(makeTagAction) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...noteKinds), fc.option(texts))
      .map(([kind, text]) => makeNoteAction(kind, text)),
  },
  { weight: 3, arbitrary: fc.constant(undoAction) },
  { weight: 3, arbitrary: fc.constantFrom(makeMoveAction(1), makeMoveAction(-1)) },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        ratedArbitrary,
        indexes.map((index) => ({ kind: 'choice', step: index }) as const),
        indexes.map((index) => ({ kind: 'write', step: index }) as const),
        fc.constant(allAnsweredTarget),
      )
      .map(makeSelectAction),
  },
)
