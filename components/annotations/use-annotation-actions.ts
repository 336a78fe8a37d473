import { useMemo } from 'react'
import { listOptionRatings, type Explanation, type ProgressLevel } from '@/lib/annotations/content'
import { findFinishReasonToSubmit } from '@/lib/annotations/finish-reason'
import type { WorkActionWithoutContext, WorkEvent, WorkState } from '@/lib/annotations/work-state'
import type { RatableTarget, WorkTarget } from '@/lib/annotations/work-targets'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { solutionProgressLevels, type Rating } from '@/lib/formats/record'
import { ratingValues } from './rating-values'

type InputMethod = WorkEvent['inputMethod']

/** Actions of buttons and keys. Stable functions, so that rows don't re-render. */
export interface AnnotationActions {
  rate: (target: RatableTarget, rating: Rating, by: InputMethod) => void
  rateCurrent: (rating: Rating, by: InputMethod) => void
  /** Gives the nth answer to the current target. */
  answer: (nth: number, by: InputMethod) => void
  select: (target: WorkTarget, by: InputMethod) => void
  move: (by: 1 | -1) => void
  /** Flow `step_choice`: chooses the current option, or the given one. */
  chooseCurrent: (by: InputMethod) => void
  choose: (step: number, option: number, by: InputMethod) => void
  write: (step: number, text: string, by: InputMethod) => void
  explain: (explanation: Explanation, by: InputMethod) => void
  progress: (progress: ProgressLevel, by: InputMethod) => void
  tag: (tag: string, by: InputMethod) => void
  /** Undoes the last change. Without one, reopens the last submission. */
  undo: (by: InputMethod) => void
  submit: (by: InputMethod) => void
  /** Loads the page of a step next. */
  preferStep: (step: number) => void
}

export function useAnnotationActions(controller: AnnotationController): AnnotationActions {
  return useMemo(() => makeActions(controller), [controller])
}

function makeActions(controller: AnnotationController): AnnotationActions {
  const actions: AnnotationActions = {
    ...makeAnswerActions((action, by) => controller.dispatch(action, by)),
    answer(nth, by) {
      const view = controller.getView()
      if (view.state && view.work)
        selectNthAnswer(actions, view.state, view.work.explanations, nth, by)
    },
    chooseCurrent(by) {
      const target = controller.getView().state?.currentTarget
      if (target?.kind === 'option') actions.choose(target.step, target.option, by)
    },
    undo: (by) => void controller.undo(by),
    preferStep: controller.preferStep,
    submit(by) {
      const state = controller.getView().state
      const reason = state && findFinishReasonToSubmit(state.content, state.shape)
      if (reason) controller.submit(reason, null, by)
    },
  }
  return actions
}

export type AnswerActions = Omit<
  AnnotationActions,
  'answer' | 'chooseCurrent' | 'undo' | 'submit' | 'preferStep'
>

/** The actions that change what was answered or what is current. */
export function makeAnswerActions(
  dispatch: (action: WorkActionWithoutContext, by: InputMethod) => void,
): AnswerActions {
  return {
    rate: (target, rating, by) => dispatch({ type: 'rate', target, rating }, by),
    rateCurrent: (rating, by) => dispatch({ type: 'rate', rating }, by),
    select: (target, by) => dispatch({ type: 'select', target }, by),
    move: (by) => dispatch({ type: 'move', by }, 'key'),
    choose: (step, option, by) => dispatch({ type: 'choose', step, option }, by),
    write: (step, text, by) => dispatch({ type: 'write', step, text }, by),
    explain: (explanation, by) => dispatch({ type: 'explain', explanation }, by),
    progress: (progress, by) => dispatch({ type: 'progress', progress }, by),
    tag: (tag, by) => dispatch({ type: 'tag', tag }, by),
  }
}

/** Gives the nth answer to the current target, if it has that many. */
export function selectNthAnswer(
  actions: Pick<AnnotationActions, 'rateCurrent' | 'choose' | 'explain' | 'progress' | 'tag'>,
  { currentTarget, content, shape }: WorkState,
  explanations: Readonly<Record<string, readonly unknown[]>>,
  nth: number,
  by: InputMethod,
): void {
  switch (currentTarget.kind) {
    case 'step':
    case 'option': {
      const rating = ratingValues[nth]
      return rating === undefined ? undefined : actions.rateCurrent(rating, by)
    }
    case 'choice': {
      const option = listPositiveOptions(listOptionRatings(content, shape, currentTarget.step))[nth]
      return option === undefined ? undefined : actions.choose(currentTarget.step, option, by)
    }
    case 'explanation':
      return nth < (explanations[currentTarget.step]?.length ?? 0)
        ? actions.explain({ option: nth }, by)
        : undefined
    case 'progress': {
      const progress = solutionProgressLevels[nth]
      return progress && actions.progress(progress, by)
    }
    case 'tags': {
      const tag = shape.errorTags[nth]
      return tag === undefined ? undefined : actions.tag(tag, by)
    }
    case 'options':
    case 'write':
    case 'done':
  }
}

/** Indexes of the positive options. */
export function listPositiveOptions(options: readonly (Rating | null)[]): number[] {
  return options.flatMap((rating, option) => (rating === 1 ? [option] : []))
}
