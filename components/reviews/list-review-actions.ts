import type { Keymap } from '@/lib/auth/keymap'
import { shortcutDescriptions } from '@/lib/auth/shortcut-descriptions'
import type { ActionWithShortcut } from './action-shortcuts'
import type { ReviewedAnnotation } from './review'
import type { ReviewShortcuts } from './review-shortcuts'

export interface AnnotationReviewActions {
  accept: () => void
  openReturnPanel: () => void
  openGold: () => void
  next: () => void
  move: (offset: 1 | -1) => void
  toggleProblem: () => void
  toggleRaw: () => void
  toggleKeys: () => void
}

interface ReviewActionOptions {
  annotation: Pick<ReviewedAnnotation, 'acceptRefusal' | 'returnRefusal'>
  /** Whether the list has a next annotation. */
  hasNext: boolean
  keymap: Keymap
  keys: ReviewShortcuts
  actions: AnnotationReviewActions
}

/** All actions on one annotation. Leaves out actions that would do nothing. */
export function listReviewActions({
  annotation,
  hasNext,
  keymap,
  keys,
  actions,
}: ReviewActionOptions): ActionWithShortcut[] {
  const makeAction = (
    name: 'previous' | 'next' | 'problem' | 'raw' | 'allKeys',
    run: () => void,
  ): ActionWithShortcut => ({
    name,
    key: keymap[name],
    description: shortcutDescriptions[name].label,
    run,
  })
  const nextDescription = hasNext ? 'open the next annotation' : 'go back to the list'
  return [
    makeAction('previous', () => actions.move(-1)),
    makeAction('next', () => actions.move(1)),
    ...(annotation.returnRefusal === null
      ? [
          {
            name: 'return',
            key: keys.returnAnnotation,
            description: 'return',
            run: actions.openReturnPanel,
          },
        ]
      : []),
    { name: 'gold', key: keys.gold, description: 'gold page', run: actions.openGold },
    { name: 'nextAnnotation', key: keys.next, description: nextDescription, run: actions.next },
    makeAction('problem', actions.toggleProblem),
    makeAction('raw', actions.toggleRaw),
    makeAction('allKeys', actions.toggleKeys),
    ...(annotation.acceptRefusal === null
      ? [{ name: 'submit', key: keymap.submit, description: 'accept', run: actions.accept }]
      : []),
  ]
}
