import { useState } from 'react'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { formatDay } from '@/lib/platform/format'
import { listWeekStarts } from '@/lib/reviews/week-start'
import { describeWithdrawalStart } from './describe-person'
import type { PersonDetail } from './person'

interface WithdrawalStartFieldProps {
  suggestion: PersonDetail['withdrawalStart']
  defaultStart: string
  isByWeek: boolean
  /** Null if the field has no valid time. */
  start: string | null
  error: string | null
  onChange: (start: string | null) => void
}

/** Older weeks can be chosen only if the default is older. */
const minWeekChoices = 52

/** Chooses from when on annotations are withdrawn. */
export function WithdrawalStartField(props: WithdrawalStartFieldProps) {
  const { suggestion, defaultStart, isByWeek, start, error, onChange } = props
  const [text, setText] = useState(() => (start === null ? '' : toInputValue(start)))
  const [weeks] = useState(() =>
    listWeekStarts(new Date().toISOString(), minWeekChoices, defaultStart),
  )
  const hint = describeWithdrawalStart(suggestion, isByWeek)
  if (isByWeek)
    return (
      <SelectField
        label="Withdraw work since week (UTC)"
        hint={hint}
        choices={weeks.map((week) => ({ value: week, label: formatDay(week) }))}
        value={start ?? defaultStart}
        onChange={onChange}
      />
    )
  return (
    <TextField
      type="datetime-local"
      name="since"
      label="Withdraw from (UTC)"
      hint={hint}
      value={text}
      error={error}
      onChange={({ target: { value } }) => {
        setText(value)
        // The field has minutes only, so its initial value means the exact default.
        onChange(value === toInputValue(defaultStart) ? defaultStart : readInputValue(value))
      }}
    />
  )
}

/** `2026-11-22T20:05`: an instant in UTC as the value of a datetime field. */
const toInputValue = (instant: string) => instant.slice(0, 16)

function readInputValue(value: string): string | null {
  const time = Date.parse(`${value}Z`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
