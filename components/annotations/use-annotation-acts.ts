import { useMemo } from 'react'
import type { AnnotationWork } from '@/lib/client/annotation-work'
import { progressLevels, type Rating } from '@/lib/formats/record'
import { listOptions, type Explanation, type Progress } from '@/lib/annotations/content'
import { readReadyReason } from '@/lib/annotations/finish'
import type { RatedTarget, Target } from '@/lib/annotations/targets'
import type { WorkEvent, WorkState } from '@/lib/annotations/work-state'
import { ratings } from './ratings'

type By = WorkEvent['inputMethod']

/** What buttons and keys do. The same functions as long as the screen is there, so that rows need not be drawn again. */
export interface AnnotationActs {
  rate: (target: RatedTarget, rating: Rating, by: By) => void
  rateLit: (rating: Rating, by: By) => void
  /** The nth answer to what is lit, in the order on screen. */
  answer: (nth: number, by: By) => void
  light: (target: Target, by: By) => void
  move: (by: 1 | -1) => void
  /** Flow `step_choice`: takes the option that is lit, or the one named. */
  chooseLit: (by: By) => void
  choose: (step: number, option: number, by: By) => void
  write: (step: number, text: string, by: By) => void
  explain: (explanation: Explanation, by: By) => void
  progress: (progress: Progress, by: By) => void
  tag: (tag: string, by: By) => void
  /** Takes back the last change; with none, opens the last submitted again. */
  undo: (by: By) => void
  submit: (by: By) => void
}

export function useAnnotationActs(annotation: AnnotationWork): AnnotationActs {
  return useMemo(() => makeActs(annotation), [annotation])
}

function makeActs(annotation: AnnotationWork): AnnotationActs {
  const acts: AnnotationActs = {
    rate: (target, rating, by) => annotation.act({ type: 'rate', target, rating }, by),
    rateLit: (rating, by) => annotation.act({ type: 'rate', rating }, by),
    answer(nth, by) {
      const view = annotation.getView()
      if (view.state && view.work) answerNth(acts, view.state, view.work.explanations, nth, by)
    },
    light: (target, by) => annotation.act({ type: 'light', target }, by),
    move: (by) => annotation.act({ type: 'move', by }, 'key'),
    chooseLit(by) {
      const target = annotation.getView().state?.lit
      if (target?.kind === 'option') acts.choose(target.step, target.option, by)
    },
    choose: (step, option, by) => annotation.act({ type: 'choose', step, option }, by),
    write: (step, text, by) => annotation.act({ type: 'write', step, text }, by),
    explain: (explanation, by) => annotation.act({ type: 'explain', explanation }, by),
    progress: (progress, by) => annotation.act({ type: 'progress', progress }, by),
    tag: (tag, by) => annotation.act({ type: 'tag', tag }, by),
    undo: (by) => void annotation.undo(by),
    submit(by) {
      const state = annotation.getView().state
      const reason = state && readReadyReason(state.content, state.shape)
      if (reason) annotation.submit(reason, null, by)
    },
  }
  return acts
}

function answerNth(
  acts: AnnotationActs,
  { lit, content, shape }: WorkState,
  explanations: Readonly<Record<string, readonly unknown[]>>,
  nth: number,
  by: By,
): void {
  switch (lit.kind) {
    case 'step':
    case 'option': {
      const rating = ratings[nth]
      return rating === undefined ? undefined : acts.rateLit(rating, by)
    }
    case 'choice': {
      const option = listPositive(listOptions(content, shape, lit.step))[nth]
      return option === undefined ? undefined : acts.choose(lit.step, option, by)
    }
    case 'explanation':
      return nth < (explanations[lit.step]?.length ?? 0)
        ? acts.explain({ option: nth }, by)
        : undefined
    case 'progress': {
      const progress = progressLevels[nth]
      return progress && acts.progress(progress, by)
    }
    case 'tags': {
      const tag = shape.errorTags[nth]
      return tag === undefined ? undefined : acts.tag(tag, by)
    }
    case 'write':
    case 'done':
  }
}

/** The options that may be chosen. */
export function listPositive(options: readonly (Rating | null)[]): number[] {
  return options.flatMap((rating, option) => (rating === 1 ? [option] : []))
}
