import type { Member } from '@/components/projects/member'
import { sliceDisplayNames, importOnlySlices } from '@/components/rounds/slice-display-names'
import { bindChoiceList, bindTextField } from '@/components/shell/use-form-action'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroup } from '@/components/ui/form-group'
import { TextField } from '@/components/ui/text-field'
import { addOrRemoveValue } from './add-or-remove-value'
import { FilterValueChoice } from './filter-value-choice'
import { originChoices } from './origin-choices'
import type { ReleaseFilterValues } from './release'
import type { ReleaseFieldsProps } from './release-form-fields'

export function ReleaseFilterFields({
  fields,
  errors,
  change,
  members,
  values,
}: ReleaseFieldsProps & { members: readonly Member[]; values: ReleaseFilterValues }) {
  return (
    <FormGroup
      title="Annotations"
      description="Only submitted annotations. A filter without a selection includes all of them."
    >
      <ChoiceList
        legend="Origin"
        {...bindChoiceList({ fields, change }, 'labels')}
        choices={originChoices}
      />
      <DateFields fields={fields} errors={errors} change={change} />
      {members.length > 0 && (
        <fieldset>
          <legend className="pb-1 font-label">Annotators (all if none selected)</legend>
          {members.map(({ user, name }) => (
            <Checkbox
              key={user}
              label={name}
              checked={fields.people.includes(user)}
              onChange={(isIncluded) =>
                change({ people: addOrRemoveValue(fields.people, user, isIncluded) })
              }
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className="pb-1 font-label">Queue slices (all if none selected)</legend>
        {Object.entries(sliceDisplayNames).map(([slice, name]) => (
          <Checkbox
            key={slice}
            label={name}
            hint={importOnlySlices.has(slice) && 'Queued by imports, before the first round.'}
            checked={fields.slices.includes(slice)}
            onChange={(isIncluded) =>
              change({ slices: addOrRemoveValue(fields.slices, slice, isIncluded) })
            }
          />
        ))}
      </fieldset>
      <FilterValueChoice
        legend="Subjects (all if none selected)"
        values={values.subjects}
        selectedValues={fields.subjects}
        onChange={(subjects) => change({ subjects })}
      />
      <FilterValueChoice
        legend="Rounds (all if none selected)"
        values={values.generations.map(String)}
        selectedValues={fields.generations}
        onChange={(generations) => change({ generations })}
      />
      {fields.labels !== 'own' && (
        <FilterValueChoice
          legend="Imported annotators"
          values={values.labelers}
          selectedValues={fields.importedLabelers}
          onChange={(importedLabelers) => change({ importedLabelers })}
        />
      )}
      <IncludeCheckboxes fields={fields} change={change} />
    </FormGroup>
  )
}

function DateFields({ fields, errors, change }: ReleaseFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-desk:grid-cols-1">
      <TextField
        label="Submitted from"
        name="from"
        type="date"
        value={fields.from}
        onChange={(event) => change({ from: event.target.value })}
        hint="In UTC."
      />
      <TextField
        label="Submitted until"
        {...bindTextField({ fields, errors, change }, 'until')}
        type="date"
        hint="Including this day."
      />
    </div>
  )
}

function IncludeCheckboxes({ fields, change }: Pick<ReleaseFieldsProps, 'fields' | 'change'>) {
  return (
    <fieldset>
      <legend className="pb-1 font-label">Include</legend>
      <Checkbox
        label="Given up or bad problem"
        hint="Annotations that ended with Give up or Bad problem."
        checked={fields.includeUnfinished}
        onChange={(includeUnfinished) => change({ includeUnfinished })}
      />
      <Checkbox
        label="Gold"
        hint="Solutions with known answers."
        checked={fields.includeGold}
        onChange={(includeGold) => change({ includeGold })}
      />
      <Checkbox
        label="Screening"
        hint="Labels that new annotators gave during screening."
        checked={fields.includeScreening}
        onChange={(includeScreening) => change({ includeScreening })}
      />
      <Checkbox
        label="Irregular annotations"
        hint="Imported annotations that break the labelling rules."
        checked={fields.includeIrregular}
        onChange={(includeIrregular) => change({ includeIrregular })}
      />
    </fieldset>
  )
}
