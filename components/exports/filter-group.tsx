import type { Member } from '@/components/people/member'
import { Check } from '@/components/projects/check'
import { sliceNames } from '@/components/projects/slice-names'
import { ChoiceList } from '@/components/ui/choice-list'
import { AreaField, Field } from '@/components/ui/field'
import { FormGroup } from '@/components/ui/form-group'
import type { GroupProps } from './release-fields'
import { toggle } from './toggle'

export function FilterGroup({
  fields,
  errors,
  change,
  members,
}: GroupProps & { members: readonly Member[] }) {
  return (
    <FormGroup
      title="Labellings"
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
      <AreaField
        label="Subjects of problems"
        name="subjects"
        rows={2}
        value={fields.subjects}
        onChange={(event) => change({ subjects: event.target.value })}
        hint="One a line, as the data spells them."
        error={errors.subjects}
      />
      <ImportedOnly {...{ fields, errors, change }} />
      <LeftOut {...{ fields, errors, change }} />
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

/** What only imported lines say of themselves. */
function ImportedOnly({ fields, errors, change }: GroupProps) {
  if (fields.labels === 'own') return null
  return (
    <>
      <AreaField
        label="Labelers of imported lines"
        name="furtherLabelers"
        rows={2}
        spellCheck={false}
        value={fields.furtherLabelers}
        onChange={(event) => change({ furtherLabelers: event.target.value })}
        hint="By the names that the lines gave, one a line, beside those ticked above."
      />
      <Field
        label="Generations of imported lines"
        name="generations"
        value={fields.generations}
        onChange={(event) => change({ generations: event.target.value })}
        autoComplete="off"
        hint="PRM800K’s rounds, with commas between: 8, 9."
        error={errors.generations}
      />
    </>
  )
}

function LeftOut({ fields, change }: GroupProps) {
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
        label="Irregular labellings"
        hint="They break the rules of labelling, as data labelled elsewhere can."
        checked={fields.withIrregular}
        onChange={(withIrregular) => change({ withIrregular })}
      />
    </fieldset>
  )
}
