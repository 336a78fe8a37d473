import { bindChoiceList } from '@/components/shell/use-form-action'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroupError } from '@/components/ui/field-error'
import { FormGroup } from '@/components/ui/form-group'
import { Link } from '@/components/ui/link'
import { SelectField } from '@/components/ui/select-field'
import type { PolicyFieldsProps } from './policy-fields-props'

const aggregations = [
  { value: 'product', label: 'Product of step scores (PRM800K paper)' },
  { value: 'minimum', label: 'Lowest step score' },
  { value: 'geometric-mean', label: 'Geometric mean of step scores' },
  { value: 'last', label: 'Last step score' },
] as const

const neutrals = [
  { value: 'positive', label: 'Count as positive', hint: 'As in the paper.' },
  { value: 'negative', label: 'Count as negative' },
] as const

export function RoundScoreFields({
  fields,
  errors,
  change,
  slug,
  scoreChoices,
}: PolicyFieldsProps & {
  slug: string
  scoreChoices: readonly { value: string; label: string }[]
}) {
  return (
    <FormGroup
      title="Scores"
      description={
        <>
          Scores decide the order. They are frozen when the round starts.{' '}
          <Link href={`/projects/${slug}/scorers`}>Manage scorers</Link>
        </>
      }
    >
      <SelectField
        label="Score source"
        value={fields.source}
        onChange={(source) => change({ source })}
        choices={scoreChoices}
      />
      <FormGroupError message={errors.source} />
      {fields.source !== 'none' && (
        <>
          <SelectField
            label="Solution score"
            value={fields.aggregation}
            onChange={(aggregation) => change({ aggregation })}
            choices={aggregations}
            hint="Imported whole-solution scores are used unchanged."
          />
          <div>
            <ChoiceList
              legend="Neutral steps"
              {...bindChoiceList({ fields, change }, 'neutral')}
              choices={neutrals}
            />
            <p className="pt-1 text-caption text-ink-3">
              Only matters for scores with three probabilities per step.
            </p>
          </div>
        </>
      )}
    </FormGroup>
  )
}
