import { bindChoiceList, bindTextField } from '@/components/shell/use-form-action'
import { type ChoiceListItem, ChoiceList } from '@/components/ui/choice-list'
import { FormGroupError } from '@/components/ui/field-error'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import type { ConsensusName, ConsensusFallbackName } from '@/lib/exports/consensus-names'
import { describeReleaseSplit } from './describe-release'
import type { Release } from './release'
import type { ReleaseFieldsProps } from './release-form-fields'

export function ConsensusAndSplitFields({
  fields,
  errors,
  change,
  earlierReleases,
}: ReleaseFieldsProps & { earlierReleases: readonly Release[] }) {
  const base = earlierReleases.find(({ number }) => String(number) === fields.since)
  return (
    <FormGroup
      title="Rows"
      description="Split by problem: all solutions of a problem are in the same split."
    >
      <ChoiceList
        legend="Multiple annotations"
        {...bindChoiceList({ fields, change }, 'consensus')}
        choices={consensusChoices}
      />
      {fields.consensus === 'adjudicated' && (
        <ChoiceList
          legend="Without an adjudication"
          {...bindChoiceList({ fields, change }, 'fallback')}
          choices={fallbackChoices}
        />
      )}
      <FormGroupError message={errors.consensus} />
      {base && (
        <ChoiceList<'kept' | 'own'>
          legend="Test problems"
          name="keepsSplit"
          value={fields.keepsSplit ? 'kept' : 'own'}
          onChange={(option) => change({ keepsSplit: option === 'kept' })}
          choices={[
            {
              value: 'kept',
              label: `As in release ${base.number}`,
              hint: `${describeReleaseSplit(base.options.split)}. Keeps earlier training problems out of test.`,
            },
            {
              value: 'own',
              label: 'New split',
              hint: `Training problems of release ${base.number} may be in test here, and the reverse.`,
            },
          ]}
        />
      )}
      {(!base || !fields.keepsSplit) && (
        <ShareFields fields={fields} errors={errors} change={change} />
      )}
    </FormGroup>
  )
}

const consensusChoices: ChoiceListItem<ConsensusName>[] = [
  { value: 'each', label: 'Keep all', hint: 'Uses every annotation.' },
  { value: 'latest', label: 'Latest only', hint: 'Uses the newest annotation of each solution.' },
  {
    value: 'majority',
    label: 'Majority',
    hint: 'The most frequent first error. Ties are excluded.',
  },
  {
    value: 'dawid-skene',
    label: 'Dawid-Skene',
    hint: 'Weights annotators by estimated accuracy.',
  },
  {
    value: 'adjudicated',
    label: 'Adjudicated',
    hint: 'The reviewer’s labels.',
  },
]

const fallbackChoices: ChoiceListItem<ConsensusFallbackName>[] = [
  { value: 'majority', label: 'Majority' },
  { value: 'dawid-skene', label: 'Dawid-Skene' },
  { value: 'latest', label: 'Latest only' },
  { value: 'exclude', label: 'Exclude' },
]

function ShareFields({ fields, errors, change }: ReleaseFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-desk:grid-cols-1">
      <TextField
        label="Test share (%)"
        {...bindTextField({ fields, errors, change }, 'testShare')}
        inputMode="decimal"
        hint="0 to 90% of problems."
      />
      <TextField
        label="Seed"
        name="seed"
        value={fields.seed}
        onChange={(event) => change({ seed: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        hint="Another seed puts other problems in the test split."
      />
    </div>
  )
}
