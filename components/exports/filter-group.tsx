import type { Member } from '@/components/people/member'
import { Check } from '@/components/projects/check'
import { sliceNames } from '@/components/projects/slice-names'
import { ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import type { ReleaseValues } from './release'
import type { GroupProps } from './release-fields'
import { toggle } from './toggle'
import { ValueChoice } from './value-choice'

export function FilterGroup({
  fields,
  errors,
  change,
  members,
  values,
}: GroupProps & { members: readonly Member[]; values: ReleaseValues }) {
  return (
    <FormGroup
      title="Annotations"
      words="Only submitted ones. Every choice narrows: what is left empty leaves nobody and nothing out."
    >
      <ChoiceList
        legend="Where they were made"
        name="labels"
        value={fields.labels}
        onChange={(labels) => change({ labels })}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'own', label: 'Made here' },
          { value: 'imported', label: 'Came with data' },
        ]}
      />
      <Days {...{ fields, errors, change }} />
      {members.length > 0 && (
        <fieldset>
          <legend className="pb-1 font-label">Made by; nobody ticked is everybody</legend>
          {members.map(({ user, name }) => (
            <Check
              key={user}
              label={name}
              checked={fields.people.includes(user)}
              onChange={(isIn) => change({ people: toggle(fields.people, user, isIn) })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className="pb-1 font-label">
          From which slice of the queue; none ticked is all
        </legend>
        {Object.entries(sliceNames).map(([slice, name]) => (
          <Check
            key={slice}
            label={name}
            checked={fields.slices.includes(slice)}
            onChange={(isIn) => change({ slices: toggle(fields.slices, slice, isIn) })}
          />
        ))}
      </fieldset>
      <ValueChoice
        legend="Subjects of problems; none chosen is all"
        values={values.subjects}
        chosen={fields.subjects}
        onChange={(subjects) => change({ subjects })}
      />
      <ImportedOnly {...{ fields, change, values }} />
      <LeftOut {...{ fields, change }} />
    </FormGroup>
  )
}

function Days({ fields, errors, change }: GroupProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-desk:grid-cols-1">
      <Field
        label="Submitted from"
        name="from"
        type="date"
        value={fields.from}
        onChange={(event) => change({ from: event.target.value })}
        hint="The whole day, in UTC."
      />
      <Field
        label="Submitted until"
        name="until"
        type="date"
        value={fields.until}
        onChange={(event) => change({ until: event.target.value })}
        hint="That day included."
        error={errors.until}
      />
    </div>
  )
}

type PartProps = Pick<GroupProps, 'fields' | 'change'>

/** What only imported lines say of themselves. */
function ImportedOnly({ fields, change, values }: PartProps & { values: ReleaseValues }) {
  if (fields.labels === 'own') return null
  return (
    <>
      <ValueChoice
        legend="Labelers of imported lines, beside those ticked above"
        values={values.labelers}
        chosen={fields.furtherLabelers}
        onChange={(furtherLabelers) => change({ furtherLabelers })}
      />
      <ValueChoice
        legend="Generations of imported lines, PRM800K’s rounds; none chosen is all"
        values={values.generations.map(String)}
        chosen={fields.generations}
        onChange={(generations) => change({ generations })}
      />
    </>
  )
}

function LeftOut({ fields, change }: PartProps) {
  return (
    <fieldset>
      <legend className="pb-1 font-label">Left out unless ticked</legend>
      <Check
        label="Unfinished work"
        hint="Given up, or of a bad problem: it says nothing of steps that were not reached."
        checked={fields.withUnfinished}
        onChange={(withUnfinished) => change({ withUnfinished })}
      />
      <Check
        label="Gold"
        hint="Solutions with known answers, which check people."
        checked={fields.withGold}
        onChange={(withGold) => change({ withGold })}
      />
      <Check
        label="Screening"
        hint="What new people labelled to be let in."
        checked={fields.withScreening}
        onChange={(withScreening) => change({ withScreening })}
      />
      <Check
        label="Irregular annotations"
        hint="They break the rules of labelling, as data labelled elsewhere can."
        checked={fields.withIrregular}
        onChange={(withIrregular) => change({ withIrregular })}
      />
    </fieldset>
  )
}
