'use client'

import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormGroupError } from '@/components/ui/field-error'
import { FormGroup } from '@/components/ui/form-group'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { AddHeldOutList } from './add-held-out-list'
import { addOrRemoveValue } from './add-or-remove-value'
import type { HeldOutList } from './release'
import type { ReleaseFieldsProps } from './release-form-fields'

interface HeldOutFieldsProps extends ReleaseFieldsProps {
  slug: string
  lists: readonly HeldOutList[]
  onLists: (lists: readonly HeldOutList[]) => void
}

/** Held-out lists. They are selected for this release, but added and removed for the whole project. */
export function HeldOutFields({
  fields,
  errors,
  change,
  slug,
  lists,
  onLists,
}: HeldOutFieldsProps) {
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const { heldOut, heldOutAction } = fields

  async function remove({ list, name }: HeldOutList) {
    setOutcome(null)
    try {
      await callApi('delete /projects/{project}/held-out-lists/{list}', { project: slug, list })
      onLists(lists.filter((each) => each.list !== list))
      change({ heldOut: addOrRemoveValue(heldOut, list, false) })
      setOutcome({
        kind: 'success',
        message: `Removed ${name}. Existing releases are unchanged.`,
      })
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
    }
  }

  return (
    <FormGroup
      title="Held out"
      description="Benchmarks such as MATH-500. Their problems never go into train."
    >
      {lists.length === 0 ? (
        <p className="text-ink-2">
          No lists yet. Add the problems of a benchmark to keep them out of training.
        </p>
      ) : (
        <fieldset>
          <legend className="pb-1 font-label">Lists</legend>
          {lists.map((each) => (
            <div key={each.list} className="flex items-baseline justify-between gap-4">
              <Checkbox
                label={<span className="wrap-anywhere">{each.name}</span>}
                hint={`${formatQuantity(each.problems, 'problem')}, ${formatCount(each.inProject)} in this project`}
                checked={heldOut.includes(each.list)}
                onChange={(isIncluded) =>
                  change({ heldOut: addOrRemoveValue(heldOut, each.list, isIncluded) })
                }
              />
              <LinkButton
                className="text-ui"
                aria-label={`Remove list ${each.name}`}
                onClick={() => void remove(each)}
              >
                Remove
              </LinkButton>
            </div>
          ))}
        </fieldset>
      )}
      <FormGroupError message={errors.heldOut} />
      {heldOut.length > 0 && (
        <ChoiceList
          legend="Held-out problems"
          name="heldOutAction"
          value={heldOutAction}
          onChange={(action) => change({ heldOutAction: action })}
          choices={[
            { value: 'exclude', label: 'Exclude' },
            { value: 'test', label: 'Put in test', hint: 'Regardless of the test share.' },
          ]}
        />
      )}
      <AddHeldOutList
        slug={slug}
        error={errors.pendingHeldOutFile}
        onOutcome={setOutcome}
        onSelected={(file) => change({ pendingHeldOutFile: file })}
        onAdded={(addedList) => {
          onLists([...lists, addedList])
          change({ heldOut: addOrRemoveValue(heldOut, addedList.list, true) })
        }}
      />
      <OutcomeNotice outcome={outcome} />
    </FormGroup>
  )
}
