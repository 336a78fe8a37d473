import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import { GroupError } from '@/components/ui/group-error'
import { NeutralChoice } from './neutral-choice'
import type { OutputChoice } from './output-choices'
import { PromptSeparatorChoice } from './prompt-separator-choice'
import { type GroupProps, needsNeutral } from './release-fields'
import { toggleValue } from './toggle-value'

export function FormatGroup({
  fields,
  errors,
  change,
  choices,
}: GroupProps & { choices: readonly OutputChoice[] }) {
  const { formats } = fields
  return (
    <FormGroup
      title="Files"
      description="Each format has a train file and, if problems are split, a test file."
    >
      <Field
        label="Name"
        name="name"
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        autoComplete="off"
        hint="A name people will recognise. Releases are also numbered."
        error={errors.name}
      />
      <fieldset>
        <legend className="pb-1 font-label">Formats</legend>
        {choices.map(({ format, name, summary }) => (
          <Checkbox
            key={format}
            label={name}
            hint={summary}
            checked={formats.includes(format)}
            onChange={(isIn) =>
              change({ formats: toggleValue(formats, format, isIn), neutral: fields.neutral })
            }
          />
        ))}
      </fieldset>
      <GroupError message={errors.formats} />
      {needsNeutral(formats, choices) && (
        <NeutralChoice value={fields.neutral} onChange={(neutral) => change({ neutral })} />
      )}
      <GroupError message={errors.neutral} />
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
