'use client'

import { useState } from 'react'
import { Check } from '@/components/projects/check'
import { ChoiceList } from '@/components/ui/choice-list'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { removeHeldOutListContract } from '@/lib/exports/contract'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { FormGroup } from '@/components/ui/form-group'
import { AddList } from './add-list'
import { GroupError } from '@/components/ui/group-error'
import type { HeldOutList } from './release'
import type { GroupProps } from './release-fields'
import { toggle } from './toggle'

interface HeldOutGroupProps extends GroupProps {
  slug: string
  lists: readonly HeldOutList[]
  onLists: (lists: readonly HeldOutList[]) => void
}

/** Test sets that must never be trained on: chosen for this release, added and removed for all. */
export function HeldOutGroup({ fields, errors, change, slug, lists, onLists }: HeldOutGroupProps) {
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const { heldOut, heldOutBecome } = fields

  async function remove({ list, name }: HeldOutList) {
    setOutcome(null)
    try {
      await call<typeof removeHeldOutListContract>(
        { method: 'delete', path: '/projects/{project}/held-out-lists/{list}' },
        { project: slug, list },
      )
      onLists(lists.filter((each) => each.list !== list))
      change({ heldOut: toggle(heldOut, list, false) })
      setOutcome({
        kind: 'done',
        words: `${name} is removed. Releases made with it stay as they are; it can be added again.`,
      })
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    }
  }

  return (
    <FormGroup
      title="Held out"
      words="Test sets such as MATH-500. A problem on a list never goes into train, however it is spaced or wrapped."
    >
      {lists.length === 0 ? (
        <p className="text-ink-2">
          No list yet. Add the problems of a benchmark that your model will be tested with, so that
          it never trains on them.
        </p>
      ) : (
        <fieldset>
          <legend className="pb-1 font-label">Lists; ticked ones are held out</legend>
          {lists.map((each) => (
            <div key={each.list} className="flex items-baseline justify-between gap-4">
              <Check
                label={<span className="wrap-anywhere">{each.name}</span>}
                hint={`${formatNoun(each.problems, 'problem')}, ${formatCount(each.inProject)} of them in this project`}
                checked={heldOut.includes(each.list)}
                onChange={(isIn) => change({ heldOut: toggle(heldOut, each.list, isIn) })}
              />
              <LinkButton
                className="text-ui"
                aria-label={`Remove the list ${each.name}`}
                onClick={() => void remove(each)}
              >
                Remove
              </LinkButton>
            </div>
          ))}
        </fieldset>
      )}
      <GroupError words={errors.heldOut} />
      {heldOut.length > 0 && (
        <ChoiceList
          legend="Their problems"
          name="heldOutBecome"
          value={heldOutBecome}
          onChange={(chosen) => change({ heldOutBecome: chosen })}
          choices={[
            { value: 'left-out', label: 'are left out' },
            { value: 'test', label: 'go to test', hint: 'Whatever the share above says.' },
          ]}
        />
      )}
      <AddList
        slug={slug}
        onOutcome={setOutcome}
        onAdded={(added) => {
          onLists([...lists, added])
          change({ heldOut: toggle(heldOut, added.list, true) })
        }}
      />
      <Outcome outcome={outcome} />
    </FormGroup>
  )
}
