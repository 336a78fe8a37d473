import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import type { PolicyFields } from './policy-fields'
import type { PolicyFieldsProps } from './policy-fields-props'

type TextName =
  | 'size'
  | 'perProblem'
  | 'annotators'
  | 'extraOverlapShare'
  | 'annotatorsWithExtraOverlap'
  | 'seed'

export function RoundSizeFields(props: PolicyFieldsProps) {
  return (
    <FormGroup
      title="Size"
      description="A limit per problem keeps one problem from filling the queue."
    >
      <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desk:grid-cols-1">
        <NumberField
          {...props}
          name="perProblem"
          label="Max per problem"
          hint="Leave empty for no limit."
        />
        <NumberField
          {...props}
          name="size"
          label="Max solutions"
          hint="Leave empty for no limit."
        />
      </div>
    </FormGroup>
  )
}

/** @param annotators the project’s overlap */
export function RoundOverlapFields({
  annotators,
  ...props
}: PolicyFieldsProps & { annotators: number }) {
  return (
    <FormGroup
      title="Overlap"
      description="How many annotators label each solution, independently."
    >
      <NumberField
        {...props}
        name="annotators"
        label="Annotators per solution"
        hint={`Leave empty to use the project setting (${annotators}). The random sample always gets at least 2.`}
      />
      <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desk:grid-cols-1">
        <NumberField
          {...props}
          name="extraOverlapShare"
          label="Extra overlap (%)"
          hint="About this share of the solutions in each slice gets extra annotators."
        />
        <NumberField
          {...props}
          name="annotatorsWithExtraOverlap"
          label="Annotators with extra overlap"
          hint="In total. If empty: one more than “Annotators per solution”."
        />
      </div>
      <NumberField
        {...props}
        name="seed"
        label="Seed"
        hint="For random sampling. The same seed and data select the same round."
      />
    </FormGroup>
  )
}

function NumberField({
  fields,
  errors,
  change,
  name,
  ...labels
}: PolicyFieldsProps & { name: TextName; label: string; hint: string }) {
  return (
    <TextField
      {...labels}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={fields[name]}
      onChange={(event) => change({ [name]: event.target.value } satisfies Partial<PolicyFields>)}
      error={errors[name]}
    />
  )
}
