import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyAnnotationContent, type AnnotationContent } from '@/lib/annotations/content'
import { findReplacedExplanation } from '@/lib/annotations/replaced-explanation'
import {
  anyAnnotationShape,
  anyWorkAction,
  undoAction,
} from '@/lib/annotations/testing/work-actions'
import {
  applyWorkAction,
  createWorkState,
  type WorkAction,
  type WorkState,
} from '@/lib/annotations/work-state'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { selectNthAnswer } from './use-annotation-actions'

const inputMethod = 'key'
const context = { inputMethod, activeMs: 0 } as const

function pressDigit(state: WorkState, nth: number): WorkState {
  const candidates = { 0: [1, 2], 1: [1, 2], 2: [1, 2], 3: [1, 2], 4: [1, 2] }
  const dispatchedActions: WorkAction[] = []
  const actions = {
    rateCurrent: (rating) => dispatchedActions.push({ type: 'rate', rating, ...context }),
    choose: (step, option) => dispatchedActions.push({ type: 'choose', step, option, ...context }),
    explain: (explanation) => dispatchedActions.push({ type: 'explain', explanation, ...context }),
    progress: (progress) => dispatchedActions.push({ type: 'progress', progress, ...context }),
    tag: (tag) => dispatchedActions.push({ type: 'tag', tag, ...context }),
  } satisfies Parameters<typeof selectNthAnswer>[0]
  selectNthAnswer(actions, state, candidates, nth, inputMethod)
  return dispatchedActions.reduce(applyWorkAction, state)
}

/** The content without the answer to a target. */
function omitAnswer(content: AnnotationContent, target: WorkTarget): AnnotationContent {
  if (target.kind === 'done') return content
  const { step } = target
  const answers: Record<Exclude<WorkTarget['kind'], 'done'>, Partial<AnnotationContent>> = {
    step: { steps: content.steps.slice(0, step).concat(content.steps.slice(step + 1)) },
    option: { options: { ...content.options, [step]: [] } },
    choice: { choices: { ...content.choices, [step]: 0 } },
    write: {},
    options: {},
    explanation: omitDetail(content, step, { explanation: null }),
    progress: omitDetail(content, step, { progress: null }),
    tags: omitDetail(content, step, { tags: [] }),
  }
  return { ...content, ...answers[target.kind] }
}

function omitDetail(
  { errors }: AnnotationContent,
  step: number,
  emptyDetail: Partial<AnnotationContent['errors'][number]>,
): Partial<AnnotationContent> {
  const details = errors[step] ?? { explanation: null, progress: null, tags: [] }
  return { errors: { ...errors, [step]: { ...details, ...emptyDetail } } }
}

test('a digit key changes only the answer for the current step, option or question', () => {
  fc.assert(
    fc.property(
      anyAnnotationShape,
      fc.array(anyWorkAction, { maxLength: 30 }),
      fc.nat({ max: 8 }),
      (shape, sequence, nth) => {
        const before = sequence.reduce(applyWorkAction, createWorkState(shape, null))
        const after = pressDigit(before, nth)
        expect(omitAnswer(after.content, before.currentTarget)).toEqual(
          omitAnswer(before.content, before.currentTarget),
        )
      },
    ),
    { numRuns: scaleRuns(500) },
  )
})

test('a digit key that replaces the annotator’s written explanation shows a notice, and undo restores the text', () => {
  fc.assert(
    fc.property(
      anyAnnotationShape,
      fc.array(fc.oneof(anyWorkAction, fc.nat({ max: 4 })), { maxLength: 40 }),
      (shape, keys) => {
        let state = createWorkState(shape, { content: emptyAnnotationContent, lastEvent: 0 })
        for (const key of keys) {
          const next =
            typeof key === 'number' ? pressDigit(state, key) : applyWorkAction(state, key)
          if (typeof key === 'number')
            for (const [step, { explanation }] of Object.entries(state.content.errors))
              if (explanation?.option === null && explanation.text !== readText(next, step)) {
                expect(findReplacedExplanation(next)).toBe(explanation.text)
                expect(readText(applyWorkAction(next, undoAction), step)).toBe(explanation.text)
              }
          state = next
        }
      },
    ),
    { numRuns: scaleRuns(300) },
  )
})

function readText({ content }: WorkState, step: string): string | null {
  const explanation = content.errors[Number(step)]?.explanation
  return explanation?.option === null ? explanation.text : null
}
