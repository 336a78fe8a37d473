import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { TextField } from '@/components/ui/text-field'
import { isComposing } from '@/lib/platform/is-composing'
import { addOrRemoveValue } from './add-or-remove-value'

/** With more values than this, a search field replaces the checkboxes. */
const maxCheckboxes = 20

interface ValueChoiceProps {
  legend: string
  /** All values in the project. */
  values: readonly string[]
  selectedValues: readonly string[]
  onChange: (selectedValues: readonly string[]) => void
}

/** Selects values by checkbox, or by search if there are many. */
export function FilterValueChoice({ legend, values, selectedValues, onChange }: ValueChoiceProps) {
  if (values.length === 0 && selectedValues.length === 0) return null
  const isShort = values.length <= maxCheckboxes
  const checkboxValues = isShort ? values : selectedValues
  return (
    <fieldset>
      <legend className="pb-1 font-label">{legend}</legend>
      {checkboxValues.map((value) => (
        <Checkbox
          key={value}
          label={<span className="wrap-anywhere">{value}</span>}
          checked={selectedValues.includes(value)}
          onChange={(isIncluded) => onChange(addOrRemoveValue(selectedValues, value, isIncluded))}
        />
      ))}
      {!isShort && (
        <ValueSearch
          values={values.filter((value) => !selectedValues.includes(value))}
          onAdd={(value) => onChange(addOrRemoveValue(selectedValues, value, true))}
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
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
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
