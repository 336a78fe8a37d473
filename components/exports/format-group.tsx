import { Check } from '@/components/projects/check'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import { GroupError } from '@/components/ui/group-error'
import { NeutralChoice } from './neutral-choice'
import type { OutputChoice } from './output-choices'
import { type GroupProps, needsNeutral } from './release-fields'
import { toggle } from './toggle'

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
      words="Each format is a file for training, and one for testing where problems are split. Manifest, dataset card and checksums come with them."
    >
      <Field
        label="Name"
        name="name"
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        autoComplete="off"
        hint="For people; its number comes by itself."
        error={errors.name}
      />
      <fieldset>
        <legend className="pb-1 font-label">Formats</legend>
        {choices.map(({ format, name, summary }) => (
          <Check
            key={format}
            label={name}
            hint={summary}
            checked={formats.includes(format)}
            onChange={(isIn) =>
              change({ formats: toggle(formats, format, isIn), neutral: fields.neutral })
            }
          />
        ))}
      </fieldset>
      <GroupError words={errors.formats} />
      {needsNeutral(formats, choices) && (
        <NeutralChoice value={fields.neutral} onChange={(neutral) => change({ neutral })} />
      )}
      <GroupError words={errors.neutral} />
      {formats.includes('stepmark') && (
        <Check
          label="Every act while labelling"
          hint="In Stepmark lines: each rating and change of mind, in order."
          checked={fields.events}
          onChange={(events) => change({ events })}
        />
      )}
    </FormGroup>
  )
}
