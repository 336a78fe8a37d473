import fc from 'fast-check'
import { noteKinds, progressLevels, type Rating } from '@/lib/formats/record'
import type { NoteKind, WorkShape } from '@/lib/annotations/content'
import type { RatedTarget, Target } from '@/lib/annotations/targets'
import {
  changeWork,
  startWork,
  type WorkAction,
  type WorkState,
} from '@/lib/annotations/work-state'

/** Annotators' actions for tests of the rules, fixed and random. */

const moment = { inputMethod: 'key', activeMs: 0 } as const

export const step = (index: number) => ({ kind: 'step', step: index }) as const
export const option = (stepIndex: number, index: number) =>
  ({ kind: 'option', step: stepIndex, option: index }) as const
export const done = { kind: 'done' } as const

export const rate = (rating: Rating, target?: RatedTarget): WorkAction => ({
  type: 'rate',
  rating,
  ...(target && { target }),
  ...moment,
})
export const choose = (stepIndex: number, index: number): WorkAction => ({
  type: 'choose',
  step: stepIndex,
  option: index,
  ...moment,
})
export const write = (stepIndex: number, text: string): WorkAction => ({
  type: 'write',
  step: stepIndex,
  text,
  ...moment,
})
/** A candidate by position, or the annotator's text. */
export const explain = (what: number | string): WorkAction => ({
  type: 'explain',
  explanation: typeof what === 'number' ? { option: what } : { option: null, text: what },
  ...moment,
})
export const progress = (level: (typeof progressLevels)[number]): WorkAction => ({
  type: 'progress',
  progress: level,
  ...moment,
})
export const tag = (name: string): WorkAction => ({ type: 'tag', tag: name, ...moment })
export const note = (kind: NoteKind, text: string | null): WorkAction => ({
  type: 'note',
  kind,
  text,
  ...moment,
})
export const undo: WorkAction = { type: 'undo', ...moment }
export const move = (by: 1 | -1): WorkAction => ({ type: 'move', by, ...moment })
export const select = (target: Target): WorkAction => ({ type: 'select', target, ...moment })

/** Four steps of a finished solution, without further questions. */
export const solutionShape: WorkShape = {
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
export const choiceShape: WorkShape = {
  ...solutionShape,
  flow: 'step_choice',
  stepCount: 3,
  optionCounts: { 0: 2, 1: 2, 2: 2 },
  endings: { 1: [1] },
}

export function play(shape: Partial<WorkShape>, ...actions: WorkAction[]): WorkState {
  const base = shape.flow === 'step_choice' ? choiceShape : solutionShape
  return actions.reduce(changeWork, startWork({ ...base, ...shape }, null))
}

/** Answers the current target, like someone who just continues. */
export function answerCurrent({ currentTarget, content, shape }: WorkState): WorkAction {
  switch (currentTarget.kind) {
    case 'step':
    case 'option':
      return rate(1)
    case 'choice':
      return choose(currentTarget.step, content.options[currentTarget.step]?.indexOf(1) ?? 0)
    case 'write':
      return write(currentTarget.step, 'My own.')
    case 'explanation':
      return explain(0)
    case 'progress':
      return progress('some')
    case 'tags':
      return tag(shape.errorTags[0]!)
    case 'options':
    case 'done':
      return undo
  }
}

export const errorTags = ['sum', 'unit']
const indexes = fc.integer({ min: 0, max: 4 })
const ratings = fc.constantFrom<Rating>(-1, 0, 1)
const ratedArbitrary = fc.oneof(
  indexes.map(step),
  fc.tuple(indexes, indexes).map(([stepIndex, index]) => option(stepIndex, index)),
)
const texts = fc.constantFrom('', ' ', 'Why?', ' two  words ')

/** Shapes of both flows: few steps with few options, possibly none. */
export const shapes: fc.Arbitrary<WorkShape> = fc
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
    const isThere = ([at, count]: [string, number]) => Number(at) < shape.stepCount && count > 0
    return {
      ...shape,
      revealed: 'all' as const,
      optionCounts: Object.fromEntries(Object.entries(shape.optionCounts).filter(isThere)),
    }
  })

export const anyAction: fc.Arbitrary<WorkAction> = fc.oneof(
  { weight: 12, arbitrary: ratings.map((rating) => rate(rating)) },
  {
    weight: 4,
    arbitrary: fc.tuple(ratings, ratedArbitrary).map(([rating, at]) => rate(rating, at)),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(indexes, indexes).map(([stepIndex, index]) => choose(stepIndex, index)),
  },
  { weight: 3, arbitrary: fc.tuple(indexes, texts).map(([index, text]) => write(index, text)) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, ' It is wrong. ', ' ').map(explain) },
  { weight: 2, arbitrary: fc.constantFrom(...progressLevels).map(progress) },
  { weight: 2, arbitrary: fc.constantFrom(...errorTags, 'unknown').map(tag) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...noteKinds), fc.option(texts))
      .map(([kind, text]) => note(kind, text)),
  },
  { weight: 3, arbitrary: fc.constant(undo) },
  { weight: 3, arbitrary: fc.constantFrom(move(1), move(-1)) },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        ratedArbitrary,
        indexes.map((index) => ({ kind: 'choice', step: index }) as const),
        indexes.map((index) => ({ kind: 'write', step: index }) as const),
        fc.constant(done),
      )
      .map(select),
  },
)
