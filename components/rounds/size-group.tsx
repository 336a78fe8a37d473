import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import type { PolicyFields } from './policy-fields'
import type { PolicyGroupProps } from './policy-group'

type TextName = 'size' | 'perProblem' | 'people' | 'sharedShare' | 'sharedPeople' | 'seed'

export function SizeGroup(props: PolicyGroupProps) {
  return (
    <FormGroup
      title="Size"
      words="Ten samples of one problem would fill the head of the queue; a cap keeps them from it."
    >
      <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desk:grid-cols-1">
        <NumberField
          {...props}
          name="perProblem"
          label="Of one problem, at most"
          hint="Empty: no cap."
        />
        <NumberField
          {...props}
          name="size"
          label="Solutions in all, at most"
          hint="Empty: as many as the slices find."
        />
      </div>
    </FormGroup>
  )
}

/** @param people how many label each solution, as the project's settings say */
export function PeopleGroup({ people, ...props }: PolicyGroupProps & { people: number }) {
  return (
    <FormGroup title="People" words="How many label each solution. None sees what another said.">
      <NumberField
        {...props}
        name="people"
        label="People for each solution"
        hint={`Empty: ${people}, as the settings say. What is drawn at random goes to two at least.`}
      />
      <div className="grid grid-cols-2 items-start gap-x-6 gap-y-4 max-desk:grid-cols-1">
        <NumberField
          {...props}
          name="sharedShare"
          label="Shared by more, per cent"
          hint="A sample of all slices."
        />
        <NumberField {...props} name="sharedPeople" label="People for those" hint="Two at least." />
      </div>
      <NumberField
        {...props}
        name="seed"
        label="Seed"
        hint="Of all that is drawn. The same scores, labels and policy give the same round."
      />
    </FormGroup>
  )
}

function NumberField({
  fields,
  errors,
  change,
  name,
  ...words
}: PolicyGroupProps & { name: TextName; label: string; hint: string }) {
  return (
    <Field
      {...words}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={fields[name]}
      onChange={(event) => change({ [name]: event.target.value } satisfies Partial<PolicyFields>)}
      error={errors[name]}
    />
  )
}
