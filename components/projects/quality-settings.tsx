import { bindChoiceList } from '@/components/shell/use-form-action'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroup } from '@/components/ui/form-group'
import { LearnMore } from '@/components/ui/learn-more'
import { TextField } from '@/components/ui/text-field'
import { formatQuantity } from '@/lib/platform/format'
import type { QualityFieldErrors, QualityFields } from './check-quality-fields'
import type { SettingsFields } from './check-settings-fields'
import { annotatorNameHidingChoices } from './setting-choices'

interface QualityProps {
  fields: QualityFields
  errors: QualityFieldErrors
  change: (changedFields: Partial<QualityFields>) => void
}

type NumberFieldName = {
  [K in keyof QualityFields]: QualityFields[K] extends string ? K : never
}[keyof QualityFields]

/** How annotators are checked. `gold`: the number of gold solutions. */
export function QualitySettingsSections(props: QualityProps & { gold: number }) {
  return (
    <>
      <ScreeningSection {...props} />
      <GoldSection {...props} />
      <PauseSection {...props} />
      <HiddenReferenceSection {...props} />
    </>
  )
}

function ScreeningSection(props: QualityProps) {
  return (
    <FormGroup
      id="screening"
      title="Screening"
      description={<LearnMore doc="quality/screening" topic="screening" />}
      isStacked
    >
      <Checkbox
        label="Screen new annotators"
        hint="New annotators must pass a test on gold (known answers) before they label."
        checked={props.fields.screens}
        onChange={(screens) => props.change({ screens })}
      />
      <NumberField
        {...props}
        name="screeningItems"
        label="Solutions per screening"
        hint="1 to 200, sampled at random from gold."
      />
      <NumberField
        {...props}
        name="screeningShare"
        label="Pass at (% exact match)"
        hint="An exact match names the known first error, or finds none where there is none."
      />
    </FormGroup>
  )
}

function GoldSection({ gold, ...props }: QualityProps & { gold: number }) {
  return (
    <FormGroup
      id="gold"
      title="Gold"
      description={
        <>
          {formatQuantity(gold, 'gold solution')} (known answers).{' '}
          <LearnMore doc="quality/gold" topic="gold" />
        </>
      }
      isStacked
    >
      <NumberField
        {...props}
        name="goldShare"
        label="Gold share (%)"
        hint="Share of served solutions that are gold, 0 to 50%. Annotators don’t see which before they submit."
      />
      <NumberField
        {...props}
        name="goldPerRound"
        label="Gold per person and round"
        hint="At most this many gold solutions per annotator and round (1 to 200). If set, the gold share is ignored."
      />
      <Checkbox
        label="Show answers afterwards"
        hint="Annotators learn which solutions were gold, and their known answers."
        checked={props.fields.explainsGold}
        onChange={(explainsGold) => props.change({ explainsGold })}
      />
    </FormGroup>
  )
}

function PauseSection(props: QualityProps) {
  return (
    <FormGroup
      id="pauses"
      title="Pauses"
      description={<LearnMore doc="quality/people" topic="pauses" />}
      isStacked
    >
      <NumberField
        {...props}
        name="pauseBelow"
        label="Pause below (% exact match)"
        hint="Annotators who are 95% likely to be below this rate are paused, after at least 5 gold solutions. Leave empty to never pause."
      />
    </FormGroup>
  )
}

function HiddenReferenceSection(props: QualityProps) {
  return (
    <FormGroup
      id="hidden-reference"
      title="Hidden reference"
      description={<LearnMore doc="quality/hidden-reference" topic="hidden reference answers" />}
      isStacked
    >
      <NumberField
        {...props}
        name="hiddenReferenceShare"
        label="Hidden-reference share (%)"
        hint="0 to 90% of annotations, sampled at random, are done without the reference answer."
      />
    </FormGroup>
  )
}

/** Which annotations are sampled for review, and whether reviewers see names. */
export function ReviewSettingsSections({
  fields,
  errors,
  change,
}: {
  fields: SettingsFields & QualityFields
  errors: QualityFieldErrors
  change: (changedFields: Partial<SettingsFields & QualityFields>) => void
}) {
  const props = { fields, errors, change }
  return (
    <FormGroup
      id="review"
      title="Review"
      description={<LearnMore doc="quality/review-samples" topic="review samples" />}
      isStacked
    >
      <ChoiceList
        legend="Annotator names"
        {...bindChoiceList({ fields, change }, 'hidesAnnotatorNames')}
        choices={annotatorNameHidingChoices}
      />
      <NumberField
        {...props}
        name="reviewShare"
        label="Review sample (%)"
        hint="0 to 100% of submitted annotations, sampled at random."
      />
      <NumberField
        {...props}
        name="reviewFirstShare"
        label="Review sample for new annotators (%)"
        hint="Used for each person’s first annotations if it is higher than the review sample."
      />
      <NumberField
        {...props}
        name="reviewFirstCount"
        label="First annotations per person"
        hint="How many of a person’s annotations count as first, 1 to 10,000."
      />
    </FormGroup>
  )
}

function NumberField({
  name,
  label,
  hint,
  fields,
  errors,
  change,
}: QualityProps & { name: NumberFieldName; label: string; hint: string }) {
  return (
    <TextField
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
