import type { NoteRecord, StoredAnnotation } from '@/lib/formats/record'
import { hashValue, toSortedJson } from './record-hashes'

type Annotation = Omit<StoredAnnotation, 'id' | 'state'> & { state?: string }

/**
 * Hash of everything in an annotation except its id and events.
 *
 * @param numberOption maps the annotation's option numbers to the stored ones
 */
export function hashAnnotation(
  annotation: Annotation,
  numberOption: (step: number, option: number) => number = (_, option) => option,
): string {
  const content: Required<Annotation> = {
    ...annotation,
    state: annotation.state ?? 'submitted',
    startedAt: writeTime(annotation.startedAt),
    submittedAt: writeTime(annotation.submittedAt),
    optionRatings: annotation.optionRatings
      .map((rating) => ({ ...rating, option: numberOption(rating.step, rating.option) }))
      .sort((a, b) => a.step - b.step || a.position - b.position),
    humanOptions: annotation.humanOptions.toSorted((a, b) => a.step - b.step),
    notes: annotation.notes
      .map(({ option, dismissedAt, ...note }): NoteRecord => ({
        ...note,
        option: option === null ? null : numberOption(note.step, option),
        dismissedAt: writeTime(dismissedAt),
      }))
      .sort(compareNotes),
  }
  return hashValue(toSortedJson({ ...content, id: null }))
}

function compareNotes(a: NoteRecord, b: NoteRecord): number {
  const option = (note: NoteRecord) => note.option ?? -1
  if (a.step !== b.step) return a.step - b.step
  return option(a) - option(b) || (a.kind < b.kind ? -1 : 1)
}

/** To the microsecond, as `exactTimeTextSql` writes stored times. */
function writeTime(time: string | null): string | null {
  if (time === null) return null
  const [wholeSeconds = '', fraction = ''] = time.slice(0, -1).split('.')
  return `${wholeSeconds}.${fraction.padEnd(6, '0')}Z`
}
