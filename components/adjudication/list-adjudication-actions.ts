import { ownExplanationLabel } from '@/components/annotations/annotation-shortcut-list'
import { describeRatingKey } from '@/components/annotations/describe-rating-key'
import { ratingValues } from '@/components/annotations/rating-values'
import type { ActionWithShortcut } from '@/components/reviews/action-shortcuts'
import { getAnnotatorName } from '@/components/reviews/describe-review'
import type { ReviewShortcuts } from '@/components/reviews/review-shortcuts'
import type { Keymap } from '@/lib/auth/keymap'
import { shortcutDescriptions } from '@/lib/auth/shortcut-descriptions'
import type { AdjudicationEditor } from './use-adjudication'
import type { AdjudicationPanelState } from './use-adjudication-panel'

export interface AdjudicationAction extends ActionWithShortcut {
  /** Text of the button. */
  label: string
}

interface AdjudicationActionOptions {
  editor: AdjudicationEditor
  panel: AdjudicationPanelState
  keymap: Keymap
  keys: ReviewShortcuts
  navigate: { next: () => void; question: () => void }
  toggles: { problem: () => void; raw: () => void; keys: () => void }
}

/** The actions with a button below the steps. Leaves out actions that would do nothing. */
export function listAdjudicationButtons({
  editor,
  panel,
  keys,
  navigate,
}: Omit<AdjudicationActionOptions, 'keymap' | 'toggles'>): AdjudicationAction[] {
  const { comparison, columns, work } = editor
  const canAdjudicate = comparison.refusal === null
  const letters = columns.map(
    (id) => comparison.annotations.find(({ annotation }) => annotation === id)?.letter,
  )
  const adoptActions = columns.flatMap((id, columnIndex): AdjudicationAction[] => {
    const column = comparison.annotations.find(({ annotation }) => annotation === id)
    if (!column?.isCompared || !canAdjudicate) return []
    const name = getAnnotatorName(column)
    const key = keys[chooseAdoptShortcut(letters, columnIndex)]
    const run = () => editor.adopt(columnIndex === 0 ? 0 : 1)
    return [
      {
        name: `adopt${columnIndex}`,
        key,
        label: `Use ${name}’s ratings`,
        description: `use ${name}’s ratings and answers`,
        run,
      },
    ]
  })
  const step = work.currentTarget.kind === 'step' ? work.currentTarget.step + 1 : null
  return [
    ...adoptActions,
    ...(panel.returnable.length > 0
      ? [
          {
            name: 'return',
            key: keys.returnAnnotation,
            run: () => panel.toggle('return'),
            label: 'Return',
            description: 'return an annotation with a comment',
          },
        ]
      : []),
    {
      name: 'question',
      key: keys.question,
      label: 'Add question or decision',
      description: `add a question or decision${step === null ? '' : ` about step ${step}`}`,
      run: navigate.question,
    },
    {
      name: 'next',
      key: keys.next,
      label: 'Next',
      description: 'open the next disagreement',
      run: navigate.next,
    },
  ]
}

/**
 * The key that uses a column's ratings. Annotators A and B keep their keys in any column, also when the other's annotation is
 * returned. Annotators with later letters get the key that the other column doesn't need.
 */
export function chooseAdoptShortcut(
  letters: readonly (string | undefined)[],
  column: number,
): 'adoptFirst' | 'adoptSecond' {
  if (letters[column] === 'A') return 'adoptFirst'
  if (letters[column] === 'B') return 'adoptSecond'
  const neighbour = letters[1 - column]
  if (neighbour === 'A') return 'adoptSecond'
  return neighbour === 'B' || column === 0 ? 'adoptFirst' : 'adoptSecond'
}

/** All actions, for the shortcuts and their list. */
export function listAdjudicationActions(options: AdjudicationActionOptions): AdjudicationAction[] {
  const { editor, panel, keymap, keys, toggles } = options
  const makeAnswer = (nth: number) => () => editor.answer(nth)
  const makeAction = (
    name: keyof Keymap,
    run: () => void,
    description: string = shortcutDescriptions[name].label,
  ): AdjudicationAction => ({ name, key: keymap[name], label: description, description, run })
  const describeRating = (nth: number) => describeRatingKey(ratingValues[nth]!)
  return [
    makeAction('rateNegative', makeAnswer(0), describeRating(0)),
    makeAction('rateNeutral', makeAnswer(1), describeRating(1)),
    makeAction('ratePositive', makeAnswer(2), describeRating(2)),
    ...(editor.comparison.asksExplanation
      ? [makeAction('write', () => editor.textEditor.write(), ownExplanationLabel)]
      : []),
    makeAction('previous', () => editor.actions.move(-1)),
    makeAction('next', () => editor.actions.move(1)),
    makeAction('undo', editor.undo, editor.isAdjudicated ? 'withdraw the adjudication' : 'undo'),
    ...listAdjudicationButtons(options),
    ...(editor.canMakeGold
      ? [
          {
            name: 'gold',
            key: keys.gold,
            label: 'Make gold',
            description: 'turn gold on or off',
            run: editor.toggleGold,
          },
        ]
      : []),
    makeAction('comment', () => panel.toggle('note'), 'write a note'),
    makeAction('problem', toggles.problem),
    makeAction('raw', toggles.raw),
    makeAction('allKeys', toggles.keys),
    makeAction('submit', editor.submit, 'adjudicate'),
  ]
}
