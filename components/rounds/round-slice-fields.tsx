import { useId } from 'react'
import { bindTextField } from '@/components/shell/use-form-action'
import { FormGroupError } from '@/components/ui/field-error'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { TextInput } from '@/components/ui/text-input'
import type { RankedSlicePolicyName } from '@/lib/rounds/rank-candidates'
import { isInvalidShare, rankedSlicePolicyNames } from './policy-fields'
import type { PolicyFieldsProps } from './policy-fields-props'
import { sliceDisplayNames } from './slice-display-names'

const sliceHints = {
  'convincing-wrong':
    'Wrong answers, highest score first. At least one step is wrong and the scorer missed it.',
  'paper-80-20':
    'As in PRM800K, for each problem: up to 80% convincing wrong answers, then the highest-scored others.',
  'right-answer-weak-process':
    'Correct answers, lowest step score first. Possibly right for the wrong reason.',
  uncertain: 'Solutions whose step scores are the least certain. Needs step scores.',
} as const satisfies Record<RankedSlicePolicyName, string>

export function RoundSliceFields({ fields, errors, change }: PolicyFieldsProps) {
  const errorId = useId()
  // An error moves the focus to the field with its name.
  const focusedSlice = rankedSlicePolicyNames.find((slice) => isInvalidShare(fields.shares, slice))
  return (
    <FormGroup
      title="Slices"
      description="Each slice is selected by one policy. The random sample is taken first. The shares divide the rest in proportion and need not add up to 100. A slice without a share is skipped."
    >
      <fieldset className="grid gap-3">
        <legend className="pb-1 font-label">Shares (%)</legend>
        {rankedSlicePolicyNames.map((slice) => {
          const isInvalid = Boolean(errors.shares) && isInvalidShare(fields.shares, slice)
          return (
            <label
              key={slice}
              className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-3"
            >
              <TextInput
                name={slice === focusedSlice ? 'shares' : `shares-${slice}`}
                inputMode="decimal"
                autoComplete="off"
                className="text-right"
                placeholder="0"
                value={fields.shares[slice]}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? errorId : undefined}
                onChange={(event) =>
                  change({ shares: { ...fields.shares, [slice]: event.target.value } })
                }
              />
              <span>
                {sliceDisplayNames[slice]}
                <span className="block text-caption text-ink-3">{sliceHints[slice]}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
      <FormGroupError id={errorId} message={errors.shares} />
      <TextField
        label="Random sample (% of round)"
        {...bindTextField({ fields, errors, change }, 'exploration')}
        inputMode="decimal"
        autoComplete="off"
        hint="Gives unbiased error rates and agreement. Each solution goes to at least 2 annotators. Enter 0 for no sample."
      />
    </FormGroup>
  )
}
