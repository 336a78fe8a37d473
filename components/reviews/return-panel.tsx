import { useState } from 'react'
import { ChoiceButtons } from '@/components/annotations/choice-buttons'
import { ReviewTextPanel } from './review-text-panel'

export interface ReturnChoice {
  annotation: string
  submittedAt: string | null
  /** `A`, or a name. */
  name: string
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
  annotations: readonly ReturnChoice[]
  /** Index of the chosen annotation. */
  chosen: number | null
  isBusy: boolean
  note: string
  onNoteChange: (note: string) => void
  onChoose: (index: number) => void
  onReturn: (annotation: ReturnChoice, note: string) => void
  onClose: () => void
}) {
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const selected = chosen === null ? undefined : annotations[chosen]
  const missing = !selected
    ? 'choose one'
    : selected.refusal
      ? 'not possible'
      : note.trim()
        ? null
        : 'write a comment'
  function submit() {
    setWasSubmitted(true)
    if (selected && missing === null && !isBusy) onReturn(selected, note.trim())
  }
  return (
    <ReviewTextPanel
      title="Return"
      label="Comment for the annotator"
      hint="Only the annotator reads it. The submitted version is kept."
      submitLabel={
        !selected ? 'Return' : annotations.length > 1 ? `Return ${selected.name}` : 'Return'
      }
      text={note}
      missingText={missing}
      {...{ isBusy, onClose }}
      isWaiting={chosen === null}
      onChange={onNoteChange}
      onSubmit={submit}
    >
      {annotations.length > 1 && (
        <ChoiceButtons
          label="Annotation"
          choices={annotations.map(({ name }) => `${name}’s annotation`)}
          chosen={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
      {selected?.refusal && (
        <p role="alert">
          {selected.name} can’t be returned. {selected.refusal}
        </p>
      )}
      {wasSubmitted && missing !== null && !selected?.refusal && (
        <p role="alert" className="text-negative">
          {selected ? 'Write a comment for the annotator.' : 'Choose an annotation.'}
        </p>
      )}
    </ReviewTextPanel>
  )
}
