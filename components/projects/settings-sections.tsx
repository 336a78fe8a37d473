import { bindChoiceList, bindTextField } from '@/components/shell/use-form-action'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroup } from '@/components/ui/form-group'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import type { SettingsErrors, SettingsFields } from './check-settings-fields'
import {
  graderChoices,
  leaseHint,
  referenceAnswerVisibilityChoices,
  splittingChoices,
} from './setting-choices'

/** The sections of the page in order, with their anchors. */
export const settingsSections = [
  { id: 'general', title: 'General' },
  { id: 'annotation', title: 'Annotation' },
  { id: 'queue', title: 'Queue' },
  { id: 'screening', title: 'Screening' },
  { id: 'gold', title: 'Gold' },
  { id: 'pauses', title: 'Pauses' },
  { id: 'hidden-reference', title: 'Hidden reference' },
  { id: 'review', title: 'Review' },
  { id: 'imports', title: 'Imports' },
] as const

export interface SettingsProps {
  fields: SettingsFields
  errors: SettingsErrors
  change: (changedFields: Partial<SettingsFields>) => void
}

export function ProjectSettingsSections(props: SettingsProps) {
  return (
    <>
      <GeneralSection {...props} />
      <AnnotationSection {...props} />
      <QueueSection {...props} />
    </>
  )
}

function GeneralSection({ fields, errors, change }: SettingsProps) {
  return (
    <FormGroup id="general" title="General" isStacked>
      <TextField
        label="Name"
        {...bindTextField({ fields, errors, change }, 'name')}
        autoComplete="off"
      />
    </FormGroup>
  )
}

function AnnotationSection({ fields, errors, change }: SettingsProps) {
  return (
    <FormGroup
      id="annotation"
      title="Annotation"
      description="Applies to solutions opened from now on. If you turn on a question at the first error, annotators who have a solution open must reopen it before they can submit it."
      isStacked
    >
      <ChoiceList
        legend="Reference answer"
        {...bindChoiceList({ fields, change }, 'showsAnswer')}
        choices={referenceAnswerVisibilityChoices}
      />
      <fieldset>
        <legend className="pb-1 font-label">Questions at first error</legend>
        <Checkbox
          label="Explanation"
          hint="Annotators choose or write an explanation of the error."
          checked={fields.asksExplanation}
          onChange={(asksExplanation) => change({ asksExplanation })}
        />
        <Checkbox
          label="Progress"
          hint="Annotators rate the progress before the error: none, some or most."
          checked={fields.asksProgress}
          onChange={(asksProgress) => change({ asksProgress })}
        />
      </fieldset>
      <TextAreaField
        label="Error types"
        {...bindTextField({ fields, errors, change }, 'errorTags')}
        rows={10}
        spellCheck={false}
        className="font-mono! text-caption/5!"
        hint="One per line, as id: name. Leave empty to skip error types."
      />
    </FormGroup>
  )
}

function QueueSection({ fields, errors, change }: SettingsProps) {
  return (
    <FormGroup id="queue" title="Queue" isStacked>
      <TextField
        label="Annotators per solution"
        {...bindTextField({ fields, errors, change }, 'overlap')}
        inputMode="numeric"
        hint="1 to 10. Applies to solutions added to the queue from now on."
        className="max-w-32"
      />
      <TextField
        label="Lease (minutes)"
        {...bindTextField({ fields, errors, change }, 'leaseMinutes')}
        inputMode="numeric"
        hint={leaseHint}
        className="max-w-32"
      />
    </FormGroup>
  )
}

export function ImportSettingsSection({ fields, change }: SettingsProps) {
  return (
    <FormGroup
      id="imports"
      title="Imports"
      description="Applies to files imported from now on."
      isStacked
    >
      <ChoiceList
        legend="Step splitting"
        {...bindChoiceList({ fields, change }, 'splitting')}
        choices={splittingChoices}
      />
      <ChoiceList
        legend="Answer grading"
        {...bindChoiceList({ fields, change }, 'graderMode')}
        choices={graderChoices}
      />
    </FormGroup>
  )
}
