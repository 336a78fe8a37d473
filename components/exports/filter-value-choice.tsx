import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { TextField } from '@/components/ui/text-field'
import { addOrRemoveValue } from './add-or-remove-value'

/** With more values than this, a search field replaces the checkboxes. */
const maxCheckboxes = 20

interface ValueChoiceProps {
  legend: string
  /** What the project has. */
  values: readonly string[]
  chosen: readonly string[]
  onChange: (selectedValues: readonly string[]) => void
}

/** Selects values by checkbox, or by search if there are many. */
export function FilterValueChoice({ legend, values, chosen, onChange }: ValueChoiceProps) {
  if (values.length === 0 && chosen.length === 0) return null
  const isShort = values.length <= maxCheckboxes
  const listed = isShort ? values : chosen
  return (
    <fieldset>
      <legend className="pb-1 font-label">{legend}</legend>
      {listed.map((value) => (
        <Checkbox
          key={value}
          label={<span className="wrap-anywhere">{value}</span>}
          checked={chosen.includes(value)}
          onChange={(isIn) => onChange(addOrRemoveValue(chosen, value, isIn))}
        />
      ))}
      {!isShort && (
        <ValueSearch
          values={values.filter((value) => !chosen.includes(value))}
          onAdd={(value) => onChange(addOrRemoveValue(chosen, value, true))}
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
    const match = values.find((value) => value === text || value.trim() === text.trim())
    if (match === undefined) setError('This value does not exist or is already selected.')
    else {
      onAdd(match)
      setText('')
    }
    input.current?.querySelector('input')?.focus()
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Elsewhere in the form, Enter submits it.
    event.preventDefault()
    add()
  }

  return (
    <div ref={input} className="flex flex-wrap items-start gap-2 pt-1">
      <div className="min-w-0 grow">
        <TextField
          label="Search"
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
