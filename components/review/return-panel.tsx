import { useState } from 'react'
import { ChoiceKeys } from '@/components/annotations/choice-keys'
import { TextPanel } from './text-panel'

/** One that may be sent back. */
export interface Returnable {
  annotation: string
  submittedAt: string | null
  /** `A`, or a name. */
  name: string
  /** Why it cannot be, in words; null where it can. */
  refusal: string | null
}

/** Which one goes back, and what its annotator is told. */
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
  annotations: readonly Returnable[]
  /** Place of what is chosen; null for none as yet. */
  chosen: number | null
  isBusy: boolean
  note: string
  onNoteChange: (note: string) => void
  onChoose: (index: number) => void
  onReturn: (annotation: Returnable, note: string) => void
  onClose: () => void
}) {
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const selected = chosen === null ? undefined : annotations[chosen]
  const missing = !selected
    ? 'which one?'
    : selected.refusal
      ? 'it stays'
      : note.trim()
        ? null
        : 'say why'
  function submit() {
    setWasSubmitted(true)
    if (selected && missing === null && !isBusy) onReturn(selected, note.trim())
  }
  return (
    <TextPanel
      title="Send back"
      label="What its annotator is told"
      hint="It goes to nobody else. What was submitted is kept."
      submitLabel={
        !selected
          ? 'Send back'
          : annotations.length > 1
            ? `Send ${selected.name}’s back`
            : 'Send it back'
      }
      text={note}
      missingText={missing}
      {...{ isBusy, onClose }}
      isWaiting={chosen === null}
      onChange={onNoteChange}
      onSubmit={submit}
    >
      {annotations.length > 1 && (
        <ChoiceKeys
          label="Which one"
          choices={annotations.map(({ name }) => `${name}’s annotation`)}
          chosen={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
      {selected?.refusal && (
        <p role="alert">
          {selected.name} cannot be sent back. {selected.refusal}
        </p>
      )}
      {wasSubmitted && missing !== null && !selected?.refusal && (
        <p role="alert" className="text-negative">
          {selected
            ? 'Say why: the annotator reads it while correcting.'
            : 'Choose which one goes back.'}
        </p>
      )}
    </TextPanel>
  )
}
