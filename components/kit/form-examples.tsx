'use client'

import { type SubmitEvent, useState } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import {
  bindChoiceList,
  bindTextField,
  useFormAction,
  useFormFields,
} from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormFooter } from '@/components/ui/form-footer'
import { FormGroup } from '@/components/ui/form-group'
import { FormOnDemand } from '@/components/ui/form-on-demand'
import { ReasonForm } from '@/components/ui/reason-form'
import { SelectField } from '@/components/ui/select-field'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import { KitExample, KitSection } from './kit-example'

/** Every kind of field, and forms with their states. Nothing is sent. */
export function FormExamples() {
  return (
    <KitSection id="forms" title="Forms">
      <KitExample name="Form">
        <ExampleForm />
      </KitExample>
      <KitExample name="Form that opens in place">
        <FormOnDemand
          renderClosed={(openButton) => <Button {...openButton}>Exclude</Button>}
          renderForm={(close) => (
            <ReasonForm
              name="reason"
              label="Exclude"
              hint="You can restore it later."
              maxLength={200}
              requiredMessage="Enter a reason."
              submitLabel="Exclude"
              isBusy={false}
              onSubmit={close}
              onClose={close}
            />
          )}
        />
      </KitExample>
    </KitSection>
  )
}

type Flow = 'first-error' | 'every-step'

const flows = [
  { value: 'first-error', label: 'First error', hint: 'Stops at the first wrong step.' },
  { value: 'every-step', label: 'Every step' },
] as const

const grades = [
  { value: 'exact', label: 'Exact' },
  { value: 'close', label: 'Close' },
] as const

const initialFields = {
  name: 'Algebra',
  notes: '',
  flow: 'first-error' as Flow,
  grade: 'exact' as (typeof grades)[number]['value'],
  isPublic: false,
}

function ExampleForm() {
  const [savedFields, setSavedFields] = useState(initialFields)
  const action = useFormAction<keyof typeof initialFields>()
  const { form, isBusy, outcome, issues: errors, runAction } = action
  const { fields, setFields, change } = useFormFields(initialFields, action)
  const binding = { fields, errors, change }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const issues = checkRequiredFields({ name: [fields.name, 'Enter a name.'] })
    void runAction(
      async () => {
        const trimmedFields = { ...fields, name: fields.name.trim() }
        setSavedFields(trimmedFields)
        setFields(trimmedFields)
        return 'Saved.'
      },
      { issues },
    )
  }

  return (
    <form ref={form} noValidate aria-label="Example" onSubmit={submit}>
      <FormGroup title="Project" description={`The saved name is ${savedFields.name}.`}>
        <TextField label="Name" hint="Others see it." {...bindTextField(binding, 'name')} />
        <TextAreaField label="Notes" rows={2} {...bindTextField(binding, 'notes')} />
        <ChoiceList legend="Flow" choices={flows} {...bindChoiceList(binding, 'flow')} />
        <SelectField
          label="Grader"
          choices={grades}
          value={fields.grade}
          onChange={(grade) => change({ grade })}
        />
        <Checkbox
          label="Public"
          hint="Everyone on this server can read it."
          checked={fields.isPublic}
          onChange={(isPublic) => change({ isPublic })}
        />
        <TextField label="With an error" error="Enter a number." defaultValue="ten" />
        <TextField label="Disabled" disabled defaultValue="Fixed" />
        <TextAreaField label="Disabled, several lines" rows={2} disabled />
        <FormFooter submitLabel="Save" tone="primary" isBusy={isBusy} outcome={outcome}>
          <Button onClick={() => void runAction(async () => 'Checked.', { keepsChanges: true })}>
            Check
          </Button>
        </FormFooter>
      </FormGroup>
    </form>
  )
}
