import { bindTextField } from '@/components/shell/use-form-action'
import { Checkbox } from '@/components/ui/checkbox'
import { FormGroupError } from '@/components/ui/field-error'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { addOrRemoveValue } from './add-or-remove-value'
import { NeutralPolicyChoice } from './neutral-policy-choice'
import type { OutputFormatChoice } from './output-format-choices'
import { PromptSeparatorChoice } from './prompt-separator-choice'
import { type ReleaseFieldsProps, needsNeutralPolicy } from './release-form-fields'

export function ReleaseFormatFields({
  fields,
  errors,
  change,
  choices,
}: ReleaseFieldsProps & { choices: readonly OutputFormatChoice[] }) {
  const { formats } = fields
  return (
    <FormGroup
      title="Files"
      description="Each format has a train file and, if problems are split, a test file."
    >
      <TextField
        label="Name"
        {...bindTextField({ fields, errors, change }, 'name')}
        autoComplete="off"
        hint="A name people will recognise. Releases are also numbered."
      />
      <fieldset>
        <legend className="pb-1 font-label">Formats</legend>
        {choices.map(({ format, name, summary }) => (
          <Checkbox
            key={format}
            label={name}
            hint={summary}
            checked={formats.includes(format)}
            onChange={(isIncluded) =>
              change({
                formats: addOrRemoveValue(formats, format, isIncluded),
                neutral: fields.neutral,
              })
            }
          />
        ))}
      </fieldset>
      <FormGroupError message={errors.formats} />
      {needsNeutralPolicy(formats, choices) && (
        <NeutralPolicyChoice value={fields.neutral} onChange={(neutral) => change({ neutral })} />
      )}
      <FormGroupError message={errors.neutral} />
      {formats.includes('preference') && (
        <PromptSeparatorChoice
          value={fields.promptSeparator}
          onChange={(promptSeparator) => change({ promptSeparator })}
        />
      )}
      {formats.includes('stepmark') && (
        <Checkbox
          label="Labelling events"
          hint="Every action in order. Stepmark format only."
          checked={fields.events}
          onChange={(events) => change({ events })}
        />
      )}
    </FormGroup>
  )
}
