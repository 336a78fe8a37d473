import type { ShortcutAction } from './keymap'

/** Group of an action in the list of shortcuts. */
export const shortcutGroups = {
  answer: 'Rate, choose and write',
  move: 'Move and undo',
  say: 'Flags and comments',
  look: 'View',
  end: 'Finish the solution',
} as const satisfies Record<string, string>

export type ShortcutGroup = keyof typeof shortcutGroups

interface ShortcutDescription {
  /** What the action does, in a few words. */
  label: string
  group: ShortcutGroup
}

/** Not in `keymap.ts`, because the labelling screen loads them only for its list of shortcuts. */
export const shortcutDescriptions = {
  rateNegative: { label: 'negative', group: 'answer' },
  rateNeutral: { label: 'neutral', group: 'answer' },
  ratePositive: { label: 'positive', group: 'answer' },
  choose: {
    label: 'choose the current option (where solutions are built from options)',
    group: 'answer',
  },
  write: {
    label: 'write your own explanation, or your own step where solutions are built from options',
    group: 'answer',
  },
  previous: { label: 'previous step, option or question', group: 'move' },
  next: { label: 'next step, option or question', group: 'move' },
  undo: { label: 'undo, or reopen your last submission', group: 'move' },
  flag: { label: 'flag as unsure', group: 'say' },
  comment: { label: 'add a comment', group: 'say' },
  badSplit: { label: 'report a bad split', group: 'say' },
  problem: { label: 'collapse or expand the problem', group: 'look' },
  raw: { label: 'show the raw text', group: 'look' },
  guideline: { label: 'show the guideline', group: 'look' },
  allKeys: { label: 'show keyboard shortcuts', group: 'look' },
  submit: { label: 'submit', group: 'end' },
  skip: { label: 'skip', group: 'end' },
  giveUp: { label: 'give up', group: 'end' },
  badProblem: { label: 'report a bad problem', group: 'end' },
} as const satisfies Record<ShortcutAction, ShortcutDescription>
