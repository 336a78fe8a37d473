import { useState } from 'react'
import { ChoiceKeys } from '@/components/annotations/choice-keys'
import { WordsPanel } from './words-panel'

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
  words,
  onWords,
  onChoose,
  onReturn,
  onClose,
}: {
  annotations: readonly Returnable[]
  /** Place of what is chosen; null for none as yet. */
  chosen: number | null
  isBusy: boolean
  words: string
  onWords: (words: string) => void
  onChoose: (place: number) => void
  onReturn: (annotation: Returnable, note: string) => void
  onClose: () => void
}) {
  const [isAsked, setAsked] = useState(false)
  const found = chosen === null ? undefined : annotations[chosen]
  const missing = !found
    ? 'which one?'
    : found.refusal
      ? 'it stays'
      : words.trim()
        ? null
        : 'say why'
  function end() {
    setAsked(true)
    if (found && missing === null && !isBusy) onReturn(found, words.trim())
  }
  return (
    <WordsPanel
      title="Send back"
      label="What its annotator is told"
      hint="It goes to nobody else. What was submitted is kept."
      act={
        !found ? 'Send back' : annotations.length > 1 ? `Send ${found.name}’s back` : 'Send it back'
      }
      {...{ words, missing, isBusy, onClose }}
      isLater={chosen === null}
      onChange={onWords}
      onEnd={end}
    >
      {annotations.length > 1 && (
        <ChoiceKeys
          label="Which one"
          choices={annotations.map(({ name }) => `${name}’s annotation`)}
          chosen={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
      {found?.refusal && (
        <p role="alert">
          {found.name} cannot be sent back. {found.refusal}
        </p>
      )}
      {isAsked && missing !== null && !found?.refusal && (
        <p role="alert" className="text-negative">
          {found
            ? 'Say why: the annotator reads it while correcting.'
            : 'Choose which one goes back.'}
        </p>
      )}
    </WordsPanel>
  )
}
