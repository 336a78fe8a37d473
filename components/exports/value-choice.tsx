import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Check } from '@/components/projects/check'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toggle } from './toggle'

/** As many can be looked over at once; of more, one writes and is helped. */
const tickedMost = 20

interface ValueChoiceProps {
  legend: string
  /** What the project has. */
  values: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Some of the values that a project has: ticked where they are few, else written with the others as proposals. */
export function ValueChoice({ legend, values, chosen, onChange }: ValueChoiceProps) {
  if (values.length === 0 && chosen.length === 0) return null
  const isShort = values.length <= tickedMost
  const shown = isShort ? values : chosen
  return (
    <fieldset>
      <legend className="pb-1 font-label">{legend}</legend>
      {shown.map((value) => (
        <Check
          key={value}
          label={<span className="wrap-anywhere">{value}</span>}
          checked={chosen.includes(value)}
          onChange={(isIn) => onChange(toggle(chosen, value, isIn))}
        />
      ))}
      {!isShort && (
        <ValueSearch
          values={values.filter((value) => !chosen.includes(value))}
          onAdd={(value) => onChange(toggle(chosen, value, true))}
        />
      )}
    </fieldset>
  )
}

function ValueSearch({
  values,
  onAdd,
}: {
  values: readonly string[]
  onAdd: (value: string) => void
}) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const listId = useId()
  const input = useRef<HTMLDivElement>(null)

  function add() {
    const found = values.find((value) => value === text || value.trim() === text.trim())
    if (found === undefined) setError('The project has no such value, or it is chosen already.')
    else {
      onAdd(found)
      setText('')
    }
    input.current?.querySelector('input')?.focus()
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter makes the release elsewhere in the form.
    event.preventDefault()
    add()
  }

  return (
    <div ref={input} className="flex flex-wrap items-start gap-2 pt-1">
      <div className="min-w-0 grow">
        <Field
          label="Choose by writing its beginning"
          list={listId}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(null)
          }}
          onKeyDown={addOnEnter}
          error={error}
        />
      </div>
      <datalist id={listId}>
        {values.map((value) => (
          <option key={value} value={value} aria-label={value} />
        ))}
      </datalist>
      <Button className="mt-6" onClick={add}>
        Add
      </Button>
    </div>
  )
}
