import type { RatableShape } from '@/lib/annotations/content'
import { formatKey, shortcutActionNames, type Keymap, type ShortcutAction } from '@/lib/auth/keymap'
import { shortcutDescriptions } from '@/lib/auth/shortcut-descriptions'
import { describeRatingKey } from './describe-rating-key'
import { ratingValues } from './rating-values'
import { ShortcutList } from './shortcut-list'
import type { BoundActions } from './use-annotation-shortcuts'

export interface AnnotationShortcutListProps {
  keymap: Keymap
  boundActions: BoundActions
  shape: Pick<RatableShape, 'flow' | 'asksExplanation'>
  canSkip: boolean
  /** Whether submissions like this one can be reopened at all. */
  canReopen: boolean
}

/** The list of shortcuts of the labelling screen. */
export function AnnotationShortcutList(props: AnnotationShortcutListProps) {
  const { keymap, boundActions, shape, canSkip, canReopen } = props
  const keys = listUsableActions(shape, canSkip).map((action) => ({
    action,
    keyLabel: formatKey(keymap[action]),
    label: formatAction(action, shape, canReopen),
    run: boundActions[action],
  }))
  return <ShortcutList keys={keys} />
}

/** An option can be chosen only in step choice. In the other flow, the only text to write is an explanation. */
export const listUsableActions = (
  { flow, asksExplanation }: Pick<RatableShape, 'flow' | 'asksExplanation'>,
  canSkip: boolean,
): ShortcutAction[] =>
  shortcutActionNames.filter((action) => {
    if (action === 'skip') return canSkip
    if (flow === 'step_choice') return true
    return action !== 'choose' && (action !== 'write' || asksExplanation)
  })

const ratingIndexes = { rateNegative: 0, rateNeutral: 1, ratePositive: 2 } as const

export const ownExplanationLabel = 'write your own explanation'

export function formatAction(
  action: ShortcutAction,
  { flow }: Pick<RatableShape, 'flow'>,
  canReopen: boolean,
): string {
  if (action === 'write')
    return flow === 'step_choice' ? 'write your own step' : ownExplanationLabel
  if (action === 'choose') return 'choose the current option'
  if (action === 'undo' && !canReopen) return 'undo'
  if (action !== 'rateNegative' && action !== 'rateNeutral' && action !== 'ratePositive')
    return shortcutDescriptions[action].label
  return describeRatingKey(ratingValues[ratingIndexes[action]])
}
