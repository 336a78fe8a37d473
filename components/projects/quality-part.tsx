import type { ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import { formatNoun } from '@/lib/platform/format'
import { Check } from './check'
import type { QualityErrors, QualityFields } from './check-quality'

interface QualityPartProps {
  fields: QualityFields
  errors: QualityErrors
  /** Solutions whose first errors are known. */
  gold: number
  change: (changed: Partial<QualityFields>) => void
}

type NumberName = {
  [K in keyof QualityFields]: QualityFields[K] extends string ? K : never
}[keyof QualityFields]

/** How good work is measured, and what follows from it. */
export function QualityPart(props: QualityPartProps) {
  const known =
    props.gold === 0
      ? 'no solution whose first error is known (gold) yet'
      : `${formatNoun(props.gold, 'solution')} whose first error is known (gold)`
  return (
    <FormGroup
      title="Quality"
      words={`Work is measured by solutions whose answer is known. This project has ${known}. Changes count from now on.`}
    >
      <Screening {...props} />
      <Gold {...props} />
      <Blind {...props} />
      <ReviewSamples {...props} />
    </FormGroup>
  )
}

function Screening(props: QualityPartProps) {
  return (
    <Part legend="Screening">
      <Check
        label="New annotators pass a screening first"
        hint="Until they have passed, they label known solutions and nothing else. Who has submitted work already is let in as it is turned on."
        checked={props.fields.screens}
        onChange={(screens) => props.change({ screens })}
      />
      <NumberField
        {...props}
        name="screeningItems"
        label="Solutions in a screening"
        hint="1 to 200, drawn at random. There must be as much gold."
      />
      <NumberField
        {...props}
        name="screeningShare"
        label="Answered exactly to pass, percent"
        hint="Exactly: the first error where it is known to be, or none where there is none."
      />
    </Part>
  )
}

function Gold(props: QualityPartProps) {
  return (
    <Part legend="Gold among the work">
      <NumberField
        {...props}
        name="goldShare"
        label="Of what is served, percent"
        hint="0 to 50. Nobody can tell it from other work, and nobody gets the same twice."
      />
      <NumberField
        {...props}
        name="goldPerRound"
        label="Or so many for a person in a round"
        hint="1 to 200, in place of the percent. Empty: the percent counts."
      />
      <Check
        label="Annotators are shown afterwards what was known"
        hint="They learn from it, and learn which solutions were gold."
        checked={props.fields.explainsGold}
        onChange={(explainsGold) => props.change({ explainsGold })}
      />
      <NumberField
        {...props}
        name="pauseUnder"
        label="Who is paused: exact answers under, percent"
        hint="1 to 99. Somebody is paused once it is 95 % sure that they answer less than this exactly, after five answers at the earliest. Empty: nobody is."
      />
    </Part>
  )
}

function Blind(props: QualityPartProps) {
  return (
    <Part legend="Without the reference answer">
      <NumberField
        {...props}
        name="blindShare"
        label="Annotations done without it, percent"
        hint="0 to 90, drawn at random, to see what showing it does. Says nothing where it is not shown at all."
      />
    </Part>
  )
}

function ReviewSamples(props: QualityPartProps) {
  return (
    <Part legend="Drawn for review">
      <NumberField
        {...props}
        name="reviewShare"
        label="Of everybody's work, percent"
        hint="0 to 100, drawn at random as it is submitted."
      />
      <NumberField
        {...props}
        name="reviewFirstShare"
        label="Of a person's first annotations, percent"
        hint="0 to 100; counts where it is more."
      />
      <NumberField
        {...props}
        name="reviewFirstCount"
        label="How many are the first ones"
        hint="1 to 10,000."
      />
    </Part>
  )
}

function Part({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 border-t border-rule pt-4 first:border-0 first:pt-0">
      <legend className="sr-only">{legend}</legend>
      <p aria-hidden className="font-bold">
        {legend}
      </p>
      {children}
    </fieldset>
  )
}

function NumberField({
  name,
  label,
  hint,
  fields,
  errors,
  change,
}: QualityPartProps & { name: NumberName; label: string; hint: string }) {
  return (
    <Field
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={fields[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      hint={hint}
      error={errors[name]}
      className="max-w-32"
    />
  )
}
