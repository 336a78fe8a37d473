import { useMemo } from 'react'
import {
  listOptionRatings,
  type Explanation,
  type SolutionProgressLevel,
} from '@/lib/annotations/content'
import { findFinishReasonToSubmit } from '@/lib/annotations/finish-reason'
import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkActionWithoutContext, WorkState } from '@/lib/annotations/work-state'
import type { RatableTarget, WorkTarget } from '@/lib/annotations/work-targets'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import { solutionProgressLevels, type Rating } from '@/lib/formats/record'
import { ratingValues } from './rating-values'

/** Actions of buttons and keys. Stable functions, so that rows don't re-render. */
export interface AnnotationActions {
  rate: (target: RatableTarget, rating: Rating, inputMethod: InputMethod) => void
  rateCurrent: (rating: Rating, inputMethod: InputMethod) => void
  /** Gives the nth answer to the current target. */
  answer: (nth: number, inputMethod: InputMethod) => void
  select: (target: WorkTarget, inputMethod: InputMethod) => void
  move: (by: 1 | -1) => void
  /** Flow `step_choice`: chooses the current option. `choose` takes any option. */
  chooseCurrent: (inputMethod: InputMethod) => void
  choose: (step: number, option: number, inputMethod: InputMethod) => void
  write: (step: number, text: string, inputMethod: InputMethod) => void
  explain: (explanation: Explanation, inputMethod: InputMethod) => void
  progress: (progress: SolutionProgressLevel, inputMethod: InputMethod) => void
  tag: (tag: string, inputMethod: InputMethod) => void
  /** Undoes the last change. Without one, reopens the last submission. */
  undo: (inputMethod: InputMethod) => void
  submit: (inputMethod: InputMethod) => void
  /** Loads the page of a step next. */
  preferStep: (step: number) => void
}

export function useAnnotationActions(controller: AnnotationController): AnnotationActions {
  return useMemo(() => makeActions(controller), [controller])
}

function makeActions(controller: AnnotationController): AnnotationActions {
  const actions: AnnotationActions = {
    ...makeEditingActions((action, inputMethod) => controller.dispatch(action, inputMethod)),
    answer(nth, inputMethod) {
      const view = controller.getView()
      if (view.state && view.work)
        selectNthAnswer(actions, view.state, view.work.explanations, nth, inputMethod)
    },
    chooseCurrent(inputMethod) {
      const target = controller.getView().state?.currentTarget
      if (target?.kind === 'option') actions.choose(target.step, target.option, inputMethod)
    },
    undo: (inputMethod) => void controller.undo(inputMethod),
    preferStep: controller.preferStep,
    submit(inputMethod) {
      const state = controller.getView().state
      const reason = state && findFinishReasonToSubmit(state.content, state.shape)
      if (reason) controller.submit(reason, null, inputMethod)
    },
  }
  return actions
}

export type EditingActions = Omit<
  AnnotationActions,
  'answer' | 'chooseCurrent' | 'undo' | 'submit' | 'preferStep'
>

/** The actions that change what was answered or what is current. */
export function makeEditingActions(
  dispatch: (action: WorkActionWithoutContext, inputMethod: InputMethod) => void,
): EditingActions {
  return {
    rate: (target, rating, inputMethod) => dispatch({ type: 'rate', target, rating }, inputMethod),
    rateCurrent: (rating, inputMethod) => dispatch({ type: 'rate', rating }, inputMethod),
    select: (target, inputMethod) => dispatch({ type: 'select', target }, inputMethod),
    move: (by) => dispatch({ type: 'move', by }, 'key'),
    choose: (step, option, inputMethod) => dispatch({ type: 'choose', step, option }, inputMethod),
    write: (step, text, inputMethod) => dispatch({ type: 'write', step, text }, inputMethod),
    explain: (explanation, inputMethod) => dispatch({ type: 'explain', explanation }, inputMethod),
    progress: (progress, inputMethod) => dispatch({ type: 'progress', progress }, inputMethod),
    tag: (tag, inputMethod) => dispatch({ type: 'tag', tag }, inputMethod),
  }
}

/** Gives the nth answer to the current target, if it has that many. */
export function selectNthAnswer(
  actions: Pick<AnnotationActions, 'rateCurrent' | 'choose' | 'explain' | 'progress' | 'tag'>,
  { currentTarget, content, shape }: WorkState,
  explanations: Readonly<Record<string, readonly unknown[]>>,
  nth: number,
  inputMethod: InputMethod,
): void {
  switch (currentTarget.kind) {
    case 'step':
    case 'option': {
      const rating = ratingValues[nth]
      return rating === undefined ? undefined : actions.rateCurrent(rating, inputMethod)
    }
    case 'choice': {
      const option = listPositiveOptions(listOptionRatings(content, shape, currentTarget.step))[nth]
      return option === undefined
        ? undefined
        : actions.choose(currentTarget.step, option, inputMethod)
    }
    case 'explanation':
      return nth < (explanations[currentTarget.step]?.length ?? 0)
        ? actions.explain({ option: nth }, inputMethod)
        : undefined
    case 'progress': {
      const progress = solutionProgressLevels[nth]
      return progress && actions.progress(progress, inputMethod)
    }
    case 'tags': {
      const tag = shape.errorTags[nth]
      return tag === undefined ? undefined : actions.tag(tag, inputMethod)
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
