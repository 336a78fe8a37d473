import { useId } from 'react'
import { FieldError } from '@/components/ui/field-error'
import { RatingIcon } from '@/components/ui/rating-icon'
import type { DecisionFields } from './decision-fields'

const choices = [
  { value: '-1', shape: 'cross', label: 'Negative' },
  { value: '0', shape: 'dash', label: 'Neutral' },
  { value: '1', shape: 'tick', label: 'Positive' },
  { value: 'none', shape: null, label: 'No example' },
] as const

/** Chooses the correct rating of a step, or no example. */
export function ExampleRatingChoice({
  legend,
  value,
  onChange,
  error,
}: {
  legend: string
  value: DecisionFields['rating']
  onChange: (value: DecisionFields['rating']) => void
  error?: string | undefined
}) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="pb-1 font-label">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <label key={choice.value} className="flex h-8 cursor-pointer items-center gap-1.5">
            <input
              type="radio"
              name="rating"
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-4 appearance-none rounded-full border border-line bg-surface checked:border-5 checked:border-accent"
            />
            {choice.shape && <RatingIcon shape={choice.shape} className="size-3.5" />}
            {choice.label}
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}
