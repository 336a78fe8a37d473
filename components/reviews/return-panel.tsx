import { ChoiceButtons } from '@/components/annotations/choice-buttons'
import { ReviewTextPanel } from './review-text-panel'

export interface ReturnableAnnotation {
  annotation: string
  version: number
  /** For example `A’s annotation`. */
  label: string
  /** Why it can't be returned; null if it can. */
  refusal: string | null
}

/** Chooses an annotation to return, and asks for a comment. */
export function ReturnPanel({
  annotations,
  chosen,
  isBusy,
  note,
  onNoteChange,
  onChoose,
  onReturn,
  onClose,
}: {
  annotations: readonly ReturnableAnnotation[]
  /** Index of the chosen annotation. */
  chosen: number | null
  isBusy: boolean
  note: string
  onNoteChange: (note: string) => void
  onChoose: (index: number) => void
  onReturn: (annotation: ReturnableAnnotation, note: string) => void
  onClose: () => void
}) {
  const selected = chosen === null ? undefined : annotations[chosen]
  return (
    <ReviewTextPanel
      title="Return"
      label="Comment for the annotator"
      hint="The annotator and reviewers see this. The version submitted so far is kept in the history."
      submitLabel="Return annotation"
      text={note}
      missingText={describeMissingInput(selected, note)}
      isBusy={isBusy}
      onClose={onClose}
      needsChoice={chosen === null}
      onChange={onNoteChange}
      onSubmit={() => selected && onReturn(selected, note.trim())}
    >
      {(annotations.length > 1 || chosen === null) && (
        <ChoiceButtons
          label="Annotation"
          hasKeys
          choices={annotations.map(({ label }) => label)}
          chosenIndexes={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
    </ReviewTextPanel>
  )
}

function describeMissingInput(
  selected: ReturnableAnnotation | undefined,
  note: string,
): string | null {
  if (!selected) return 'Choose an annotation.'
  if (selected.refusal !== null) return `${selected.label} can’t be returned. ${selected.refusal}`
  return note.trim() === '' ? 'Write a comment for the annotator.' : null
}
