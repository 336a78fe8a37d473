import { findNewStepPosition, type StepRepair, type StepRangeReplacement } from './repair-steps'

/** A note on a step or on one of its options. */
export interface StepNoteRow {
  annotationId: string
  step: number
  /** 0 is the solution's own step. */
  option: number
  kind: 'flag' | 'comment' | 'bad_split'
  text: string
  dismissedAt: Date | null
}

/** A candidate text at a step. In flow `solution`, an alternative; `option` counts from 1. */
export interface StepOptionRow {
  step: number
  option: number
  text: string
}

/** An option of a step that was merged into the previous one, with its new position and text. */
export interface MovedStepOption {
  from: Pick<StepOptionRow, 'step' | 'option'>
  option: number
  text: string
}

/**
 * Maps alternatives to repaired steps. Those of the first replaced step stay, because the steps before them are
 * unchanged. Those of later merged steps get the text of the merged steps before them as a prefix and follow the
 * existing alternatives. None is lost.
 */
export function mapOptionsToRepairedSteps(
  options: readonly StepOptionRow[],
  { replacement, prefixes }: StepRepair,
): MovedStepOption[] {
  const { first, removed } = replacement
  const stepOptions = options.filter(({ step }) => step === first)
  const last = Math.max(0, ...stepOptions.map(({ option }) => option))
  return options
    .filter(({ step, option }) => step > first && step < first + removed && option > 0)
    .toSorted((a, b) => a.step - b.step || a.option - b.option)
    .map(({ step, option, text }, i) => ({
      from: { step, option },
      option: last + 1 + i,
      text: prefixes[step - first - 1]! + text,
    }))
}

/**
 * Maps candidate explanations to repaired steps. Each new step gets all explanations of the replaced steps once,
 * because only the annotator can tell which part has the mistake.
 */
export function mapExplanationsToRepairedSteps(
  explanations: readonly { step: number; text: string }[],
  { first, removed, added }: StepRangeReplacement,
): { step: number; position: number; text: string }[] {
  const texts = explanations
    .filter(({ step }) => step >= first && step < first + removed)
    .map(({ text }) => text)
  return Array.from({ length: added }, (_, part) =>
    [...new Set(texts)].map((text, position) => ({ step: first + part, position, text })),
  ).flat()
}

/**
 * Maps notes to repaired steps. Notes on replaced steps move to the first new step, where an annotation's notes on the same
 * option and of the same kind are joined. Reports of a bad split are closed.
 */
export function mapNotesToRepairedSteps(
  notes: readonly StepNoteRow[],
  replacement: StepRangeReplacement,
  movedOptions: readonly MovedStepOption[],
  now: Date,
): StepNoteRow[] {
  const byKey = new Map<string, StepNoteRow>()
  for (const note of notes.toSorted((a, b) => a.step - b.step)) {
    const mapped = mapNote(note, replacement, movedOptions, now)
    const key = [mapped.annotationId, mapped.step, mapped.option, mapped.kind].join('/')
    const existingNote = byKey.get(key)
    byKey.set(key, existingNote ? joinNotes(existingNote, mapped) : mapped)
  }
  return [...byKey.values()]
}

function mapNote(
  note: StepNoteRow,
  replacement: StepRangeReplacement,
  movedOptions: readonly MovedStepOption[],
  now: Date,
): StepNoteRow {
  const step = findNewStepPosition(note.step, replacement)
  if (step !== null) return { ...note, step }
  const option = movedOptions.find(
    ({ from }) => from.step === note.step && from.option === note.option,
  )
  const dismissedAt = note.kind === 'bad_split' ? (note.dismissedAt ?? now) : note.dismissedAt
  return {
    ...note,
    step: replacement.first,
    option: option?.option ?? note.option,
    dismissedAt,
  }
}

function joinNotes(first: StepNoteRow, second: StepNoteRow): StepNoteRow {
  const text = [first.text, second.text].filter((noteText) => noteText.trim() !== '').join('\n\n')
  return { ...first, text, dismissedAt: first.dismissedAt && second.dismissedAt }
}
