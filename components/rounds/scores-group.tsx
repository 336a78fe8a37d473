import { GroupError } from '@/components/ui/group-error'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroup } from '@/components/ui/form-group'
import { Link } from '@/components/ui/link'
import { SelectField } from '@/components/ui/select-field'
import type { PolicyGroupProps } from './policy-group'

const aggregations = [
  { value: 'product', label: 'the product of its steps, as in the paper' },
  { value: 'minimum', label: 'its lowest step' },
  { value: 'geometric-mean', label: 'the geometric mean of its steps' },
  { value: 'last', label: 'its last step' },
] as const

const neutrals = [
  { value: 'positive', label: 'counts with positive', hint: 'As in the paper.' },
  {
    value: 'negative',
    label: 'counts with negative',
    hint: 'Changes nothing where a scorer gives one probability a step.',
  },
] as const

export function ScoresGroup({
  fields,
  errors,
  change,
  slug,
  choices,
}: PolicyGroupProps & { slug: string; choices: readonly { value: string; label: string }[] }) {
  return (
    <FormGroup
      title="Scores"
      words={
        <>
          What convincing means. They are frozen when the round opens. More of them come from{' '}
          <Link href={`/projects/${slug}/scorers`}>scorers</Link>.
        </>
      }
    >
      <SelectField
        label="Where scores come from"
        value={fields.source}
        onChange={(source) => change({ source })}
        choices={choices}
      />
      <GroupError words={errors.source} />
      {fields.source !== 'none' && (
        <>
          <SelectField
            label="The score of a solution is"
            value={fields.aggregation}
            onChange={(aggregation) => change({ aggregation })}
            choices={aggregations}
            hint="A number that came for the whole solution is taken as it is."
          />
          <ChoiceList
            legend="P(neutral) of a step"
            name="neutral"
            value={fields.neutral}
            onChange={(neutral) => change({ neutral })}
            choices={neutrals}
          />
        </>
      )}
    </FormGroup>
  )
}
