import { type Choice, ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import type { ConsensusName, FallbackName } from '@/lib/exports/consensus-names'
import { describeSplit } from './describe-release'
import { GroupError } from '@/components/ui/group-error'
import type { Release } from './release'
import type { GroupProps } from './release-fields'

export function SplitGroup({
  fields,
  errors,
  change,
  earlier,
}: GroupProps & { earlier: readonly Release[] }) {
  const base = earlier.find(({ number }) => String(number) === fields.since)
  return (
    <FormGroup
      title="Rows"
      words="Problems are split, never annotations: what one trains on is not tested with. The same seed puts the same problems into test, in every release."
    >
      <ChoiceList
        legend="Of a solution that several people labelled"
        name="consensus"
        value={fields.consensus}
        onChange={(consensus) => change({ consensus })}
        choices={consensusChoices}
      />
      {fields.consensus === 'adjudicated' && (
        <ChoiceList
          legend="Of a solution that nobody has ruled on"
          name="fallback"
          value={fields.fallback}
          onChange={(fallback) => change({ fallback })}
          choices={fallbackChoices}
        />
      )}
      <GroupError words={errors.consensus} />
      {base && (
        <ChoiceList<'kept' | 'own'>
          legend="Which problems go to test"
          name="keepsSplit"
          value={fields.keepsSplit ? 'kept' : 'own'}
          onChange={(chosen) => change({ keepsSplit: chosen === 'kept' })}
          choices={[
            {
              value: 'kept',
              label: `as release ${base.number}`,
              hint: `${describeSplit(base.options.split)}. What was trained on then is not tested with now.`,
            },
            {
              value: 'own',
              label: 'otherwise',
              hint: 'Problems of that release may then be in both train and test.',
            },
          ]}
        />
      )}
      {(!base || !fields.keepsSplit) && <ShareFields {...{ fields, errors, change }} />}
    </FormGroup>
  )
}

const consensusChoices: Choice<ConsensusName>[] = [
  { value: 'each', label: 'Each annotation', hint: 'One row for each person.' },
  { value: 'latest', label: 'The newest annotation', hint: 'One row for each solution.' },
  {
    value: 'majority',
    label: 'What most people say',
    hint: 'One row for each finished solution, on where the first error is. Even votes are left out.',
  },
  {
    value: 'dawid-skene',
    label: 'The likeliest, by how often people are right',
    hint: 'Dawid-Skene. It wants people who share solutions with several others.',
  },
  {
    value: 'adjudicated',
    label: 'The reviewer’s labels',
    hint: 'Where somebody has ruled on the solution.',
  },
]

const fallbackChoices: Choice<FallbackName>[] = [
  { value: 'majority', label: 'What most people say' },
  { value: 'dawid-skene', label: 'The likeliest, by how often people are right' },
  { value: 'latest', label: 'The newest annotation' },
  { value: 'leave-out', label: 'Leave it out' },
]

function ShareFields({ fields, errors, change }: GroupProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-desk:grid-cols-1">
      <Field
        label="Problems for testing, per cent"
        name="testShare"
        inputMode="decimal"
        value={fields.testShare}
        onChange={(event) => change({ testShare: event.target.value })}
        hint="0 to 90, chosen by a hash of the problem."
        error={errors.testShare}
      />
      <Field
        label="Seed"
        name="seed"
        value={fields.seed}
        onChange={(event) => change({ seed: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        hint="Another one chooses other problems."
      />
    </div>
  )
}
