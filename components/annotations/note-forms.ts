import type { NoteKind } from '@/lib/annotations/content'
import type { ShortcutAction } from '@/lib/auth/keymap'

/** Ways to end a solution before it is completely rated. */
export const earlyEndActions = ['skip', 'give_up', 'bad_problem'] as const
export type EarlyEndAction = (typeof earlyEndActions)[number]

/** Solutions of a screening and returned annotations can't be skipped. */
export const listEarlyEndActions = (canSkip: boolean): readonly EarlyEndAction[] =>
  canSkip ? earlyEndActions : earlyEndActions.filter((reason) => reason !== 'skip')

/** A form below the current target: a way to end the solution, or a note. */
export type NoteFormKind = EarlyEndAction | NoteKind

interface NoteFormSpec {
  name: string
  shortcut: ShortcutAction
  /** Label of the submit button. */
  actionLabel: string
  /** Reasons to choose from; the last one requires a text. Empty for a text only. */
  reasons: readonly string[]
  /** What happens to the text of a form about this target. */
  makeHint: (target: 'step' | 'option') => string
}

const mergeWithPrevious = 'Belongs with the previous step'
const mergeWithNext = 'Belongs with the next step'

export const noteFormSpecs = {
  skip: {
    name: 'Skip',
    shortcut: 'skip',
    actionLabel: 'Skip this solution',
    reasons: ['I prefer other subjects', 'Too long for now', 'Other reason'],
    makeHint: () => 'Someone else gets this solution.',
  },
  give_up: {
    name: 'Give up',
    shortcut: 'giveUp',
    actionLabel: 'Give up on this solution',
    reasons: [
      'I don’t know the subject well enough',
      'Text doesn’t display correctly',
      'Other reason',
    ],
    makeHint: () => 'Your ratings so far are submitted with the reason.',
  },
  bad_problem: {
    name: 'Bad problem',
    shortcut: 'badProblem',
    actionLabel: 'Report a bad problem',
    reasons: [
      'Unsolvable or wrong',
      'Unclear question',
      'Missing information, such as a figure',
      'Other reason',
    ],
    makeHint: () => 'Your ratings so far are submitted with the reason.',
  },
  flag: {
    name: 'Unsure',
    shortcut: 'flag',
    actionLabel: 'Flag as unsure',
    reasons: [],
    makeHint: (target) => `Rate the ${target} anyway. Reviewers see your flag and question.`,
  },
  comment: {
    name: 'Comment',
    shortcut: 'comment',
    actionLabel: 'Add comment',
    reasons: [],
    makeHint: (target) => `Shown next to the ${target}, to you and to reviewers.`,
  },
  bad_split: {
    name: 'Bad split',
    shortcut: 'badSplit',
    actionLabel: 'Report bad split',
    reasons: ['Should be two steps', mergeWithPrevious, mergeWithNext, 'Other reason'],
    makeHint: (target) => `A reviewer checks your report. Rate the ${target} as it is.`,
  },
} as const satisfies Record<NoteFormKind, NoteFormSpec>

const chooseReasonText = 'Choose a reason, or write one in Details.'
const practiceHint = 'This is practice: reviewers don’t see it.'

/** What happens to the text of a form. */
export function getNoteFormHint(
  kind: NoteFormKind,
  { isPractice, isAboutOption }: { isPractice: boolean; isAboutOption: boolean },
): string {
  if (isPractice) return practiceHint
  return noteFormSpecs[kind].makeHint(isAboutOption ? 'option' : 'step')
}

export function isEarlyEndAction(kind: NoteFormKind): kind is EarlyEndAction {
  return (earlyEndActions as readonly NoteFormKind[]).includes(kind)
}

/** The reasons for a 0-based step: the first has no previous step, the last no next one. */
export function listNoteFormReasons(
  kind: NoteFormKind,
  step: number,
  stepCount: number,
): readonly string[] {
  return noteFormSpecs[kind].reasons.filter(
    (reason) =>
      !(reason === mergeWithPrevious && step <= 0) &&
      !(reason === mergeWithNext && step >= stepCount - 1),
  )
}

/** Unfinished input, kept while the panel is closed. */
export interface NoteFormDraft {
  /** Index of a reason. */
  chosenReason: number | null
  text: string
}

export const emptyNoteFormDraft: NoteFormDraft = { chosenReason: null, text: '' }

/** The text to send, or a sentence that says what is missing. */
export function composeNoteFormText(
  kind: NoteFormKind,
  { chosenReason, text }: NoteFormDraft,
  reasons: readonly string[],
): { text: string } | { missing: string } {
  const trimmedText = text.trim()
  if (reasons.length === 0)
    return trimmedText === '' && kind !== 'flag'
      ? { missing: 'Write a comment.' }
      : { text: trimmedText }
  if (chosenReason === null)
    return trimmedText === '' ? { missing: chooseReasonText } : { text: trimmedText }
  if (chosenReason < reasons.length - 1)
    return {
      text:
        trimmedText === ''
          ? `${reasons[chosenReason]}.`
          : `${reasons[chosenReason]}. ${trimmedText}`,
    }
  return trimmedText === '' ? { missing: 'Write the reason.' } : { text: trimmedText }
}

/** The reason and the details of a text that `composeNoteFormText` made. Any other text belongs to the last reason. */
export function parseNoteFormText(text: string, reasons: readonly string[]): NoteFormDraft {
  const lastReason = reasons.length - 1
  const chosenReason = reasons.findIndex(
    (reason, index) => index < lastReason && `${text} `.startsWith(`${reason}. `),
  )
  if (chosenReason === -1) return { chosenReason: lastReason < 0 ? null : lastReason, text }
  return { chosenReason, text: text.slice(`${reasons[chosenReason]}. `.length) }
}
