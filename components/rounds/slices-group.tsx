import { GroupError } from '@/components/ui/group-error'
import { sliceNames } from '@/components/projects/slice-names'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import { TextInput } from '@/components/ui/text-input'
import { ownSlices, type OwnSlice } from './policy-fields'
import type { PolicyGroupProps } from './policy-group'

const meanings = {
  'convincing-wrong':
    'Wrong final answers, highest score first: at least one step is wrong, and the scorer did not see it.',
  'paper-80-20':
    'As PRM800K chose: four most convincing wrong answers of a problem for each most convincing other.',
  'right-answer-weak-process': 'Right final answers, lowest step first: right for a wrong reason.',
  uncertain:
    'Where the scorer is least sure: its members disagree, or no rating of a step stands out. Needs scores of steps.',
} as const satisfies Record<OwnSlice, string>

export function SlicesGroup({ fields, errors, change }: PolicyGroupProps) {
  return (
    <FormGroup
      title="Slices"
      words="What the round is made of. Slices share what the random sample leaves; shares are parts of their sum, and an empty one asks for nothing."
    >
      <fieldset className="grid gap-3">
        <legend className="pb-1 font-label">Shares, per cent</legend>
        {ownSlices.map((slice) => (
          <label
            key={slice}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-x-3"
          >
            <TextInput
              name={slice === 'convincing-wrong' ? 'shares' : `shares-${slice}`}
              inputMode="decimal"
              autoComplete="off"
              className="text-right"
              placeholder="0"
              value={fields.shares[slice]}
              aria-invalid={errors.shares ? true : undefined}
              onChange={(event) =>
                change({ shares: { ...fields.shares, [slice]: event.target.value } })
              }
            />
            <span>
              {sliceNames[slice]}
              <span className="block text-caption text-ink-3">{meanings[slice]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <GroupError words={errors.shares} />
      <Field
        label="Drawn at random, per cent of the round"
        name="exploration"
        inputMode="decimal"
        autoComplete="off"
        value={fields.exploration}
        onChange={(event) => change({ exploration: event.target.value })}
        hint="Served in between, to two people at least. Only this sample tells without bias how often solutions err and how well people agree; 0 does without it."
        error={errors.exploration}
      />
    </FormGroup>
  )
}
