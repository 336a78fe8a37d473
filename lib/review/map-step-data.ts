import { mapStep, type Repair, type StepMap } from './repair-steps'

/** Something said beside a step, or beside one of its options. */
export interface StepNoteRow {
  annotationId: string
  step: number
  /** 0 is the solution's own step. */
  option: number
  kind: 'flag' | 'comment' | 'bad_split'
  text: string
  dismissedAt: Date | null
}

/** A candidate text at a step; in flow `solution` an alternative, from 1 on. */
export interface StepOptionRow {
  step: number
  option: number
  text: string
}

/** An option of a step that was merged into the one before, at its new place with its new text. */
export interface MovedOption {
  from: Pick<StepOptionRow, 'step' | 'option'>
  option: number
  text: string
}

/**
 * Alternatives after a repair. Those of the first step that was replaced stay where they are: an alternative goes on from
 * the same steps before it, whatever the step itself became. Those of the later steps of a merge go on from what is now
 * the beginning of the merged step, so they get that in front and stand after the others. None is lost.
 */
export function moveOptions(
  options: readonly StepOptionRow[],
  { map, leads }: Repair,
): MovedOption[] {
  const { first, removed } = map
  const there = options.filter(({ step }) => step === first)
  const last = Math.max(0, ...there.map(({ option }) => option))
  return options
    .filter(({ step, option }) => step > first && step < first + removed && option > 0)
    .toSorted((a, b) => a.step - b.step || a.option - b.option)
    .map(({ step, option, text }, i) => ({
      from: { step, option },
      option: last + 1 + i,
      text: leads[step - first - 1]! + text,
    }))
}

/**
 * Candidate explanations after a repair: each new step gets all those of the steps that were replaced, once. Which part
 * the mistake is in is for the annotator to see.
 */
export function gatherExplanations(
  explanations: readonly { step: number; text: string }[],
  { first, removed, added }: StepMap,
): { step: number; position: number; text: string }[] {
  const texts = explanations
    .filter(({ step }) => step >= first && step < first + removed)
    .map(({ text }) => text)
  return Array.from({ length: added }, (_, part) =>
    [...new Set(texts)].map((text, position) => ({ step: first + part, position, text })),
  ).flat()
}

/**
 * Notes after a repair. What was said of replaced steps stands at the first new one, in one note of each kind; reports of
 * a bad split are answered by it.
 */
export function mapNotes(
  notes: readonly StepNoteRow[],
  map: StepMap,
  moved: readonly MovedOption[],
  now: Date,
): StepNoteRow[] {
  const byPlace = new Map<string, StepNoteRow>()
  for (const note of notes.toSorted((a, b) => a.step - b.step)) {
    const mapped = mapNote(note, map, moved, now)
    const place = [mapped.annotationId, mapped.step, mapped.option, mapped.kind].join('/')
    const there = byPlace.get(place)
    byPlace.set(place, there ? joinNotes(there, mapped) : mapped)
  }
  return [...byPlace.values()]
}

function mapNote(
  note: StepNoteRow,
  map: StepMap,
  moved: readonly MovedOption[],
  now: Date,
): StepNoteRow {
  const step = mapStep(note.step, map)
  if (step !== null) return { ...note, step }
  const option = moved.find(({ from }) => from.step === note.step && from.option === note.option)
  const answered = note.kind === 'bad_split' ? (note.dismissedAt ?? now) : note.dismissedAt
  return { ...note, step: map.first, option: option?.option ?? note.option, dismissedAt: answered }
}

function joinNotes(one: StepNoteRow, other: StepNoteRow): StepNoteRow {
  const text = [one.text, other.text].filter((each) => each.trim() !== '').join('\n\n')
  return { ...one, text, dismissedAt: one.dismissedAt && other.dismissedAt }
}
