'use client'

import { useRef, useState } from 'react'
import { Check } from '@/components/projects/check'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Field } from '@/components/ui/field'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { addHeldOutListContract, removeHeldOutListContract } from '@/lib/exports/contract'
import { formatBytes, formatCount, formatNoun } from '@/lib/platform/format'
import { FormGroup } from '@/components/ui/form-group'
import type { HeldOutList } from './release'
import type { GroupProps } from './release-fields'
import { toggle } from './toggle'

interface HeldOutGroupProps extends GroupProps {
  slug: string
  lists: readonly HeldOutList[]
  onLists: (lists: readonly HeldOutList[]) => void
}

/** Test sets that must never be trained on: chosen for this release, added and removed for all. */
export function HeldOutGroup({ fields, change, slug, lists, onLists }: HeldOutGroupProps) {
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

/** As the contract says of `addHeldOutList`. */
const largestList = 64 * 1024 ** 2
const longestName = 100

function AddList({
  slug,
  onAdded,
  onOutcome,
}: {
  slug: string
  onAdded: (list: HeldOutList) => void
  onOutcome: (outcome: OutcomeWords | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [written, setWritten] = useState('')

  async function add(file: File) {
    onOutcome(null)
    if (file.size > largestList)
      return onOutcome({
        kind: 'wrong',
        words: `${file.name} has ${formatBytes(file.size)}; up to ${formatBytes(largestList)} can be taken. Keep only the problems in it.`,
      })
    setBusy(true)
    try {
      const ofFile = file.name.replace(/\.(jsonl?|ndjson)(\.gz)?$/i, '')
      const name = (written.trim() || ofFile || file.name).slice(0, longestName)
      const added = await call<typeof addHeldOutListContract>(
        { method: 'post', path: '/projects/{project}/held-out-lists' },
        { project: slug, name },
        { file },
      )
      onAdded(added)
      setWritten('')
      onOutcome({
        kind: 'done',
        words: `${added.name} is added and ticked: ${formatNoun(added.problems, 'problem')}, ${formatCount(added.inProject)} of them in this project.`,
      })
    } catch (error) {
      onOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-2">
      <Field
        label="Name of a further list"
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        autoComplete="off"
        maxLength={longestName}
        hint="Left empty, it is named after its file."
      />
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,.json,.gz"
        aria-label="List of problems"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void add(file)
          event.target.value = ''
        }}
      />
      <Button
        className="justify-self-start"
        aria-disabled={isBusy}
        onClick={() => isBusy || input.current?.click()}
      >
        Add a list
      </Button>
      <p className="text-caption text-ink-3">
        JSONL with a key “problem” or “question”, up to {formatBytes(largestList)}.
      </p>
    </div>
  )
}
