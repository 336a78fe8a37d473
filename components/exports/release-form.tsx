'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import type { Member } from '@/components/projects/member'
import { useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { Button, ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallIssues } from '@/lib/client/describe-call-error'
import { ConsensusAndSplitFields } from './consensus-and-split-fields'
import { formatReleaseCommand } from './format-release-command'
import { HeldOutFields } from './held-out-fields'
import { IncrementalReleaseFields } from './incremental-release-fields'
import type { OutputFormatChoice } from './output-format-choices'
import { releaseHref, type HeldOutList, type Release, type ReleaseFilterValues } from './release'
import { ReleaseFilterFields } from './release-filter-fields'
import {
  convertReleaseFieldsToInput,
  emptyReleaseFields,
  type ReleaseFieldErrors,
  type ReleaseFields,
} from './release-form-fields'
import { ReleaseFormatFields } from './release-format-fields'
import { ReleasePreview } from './release-preview'
import { useReleasePreview } from './use-release-preview'

interface ReleaseFormProps {
  slug: string
  choices: readonly OutputFormatChoice[]
  members: readonly Member[]
  /** Values to filter by. */
  values: ReleaseFilterValues
  lists: readonly HeldOutList[]
  /** Newest first. */
  earlierReleases: readonly Release[]
}

/** The form for a release, with the equivalent command below. */
export function ReleaseForm({
  slug,
  choices,
  members,
  values,
  lists: initialLists,
  earlierReleases,
}: ReleaseFormProps) {
  const router = useRouter()
  const action = useFormAction<keyof ReleaseFields>()
  const { form, isBusy, outcome, issues: errors, runAction } = action
  const [lists, setLists] = useState(initialLists)
  const { fields, change } = useFormFields<ReleaseFields>(
    () => ({ ...emptyReleaseFields, heldOut: initialLists.map(({ list }) => list) }),
    action,
  )
  const checkedForm = convertReleaseFieldsToInput(slug, fields, choices)
  const preview = useReleasePreview(canPreview(checkedForm.errors) ? checkedForm.input : null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        const release = await callApi('post /projects/{project}/releases', checkedForm.input)
        router.push(releaseHref(slug, release.number))
      },
      {
        issues: checkedForm.errors,
        readIssues: () => ({}),
        describeError: describeCallIssues,
        isFinal: true,
      },
    )
  }

  const fieldsProps = { fields, errors, change }
  const nameList = (id: string) => lists.find(({ list }) => list === id)?.name ?? id
  return (
    <form ref={form} onSubmit={submit} noValidate className="text-strong">
      <ReleaseFormatFields {...fieldsProps} choices={choices} />
      <ReleaseFilterFields {...fieldsProps} members={members} values={values} />
      <IncrementalReleaseFields {...fieldsProps} earlierReleases={earlierReleases} />
      <ConsensusAndSplitFields {...fieldsProps} earlierReleases={earlierReleases} />
      <HeldOutFields {...fieldsProps} slug={slug} lists={lists} onLists={setLists} />
      <div className="grid gap-4 border-t border-ink pt-4">
        <OutcomeNotice outcome={outcome} />
        <ErrorSummary errors={errors} />
        <ReleasePreview view={preview} consensus={fields.consensus} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            Create release
          </Button>
          <ButtonLink href={`/projects/${slug}/data`}>Cancel</ButtonLink>
        </div>
        {Object.keys(checkedForm.errors).length === 0 ? (
          <CommandLineText
            command={formatReleaseCommand(checkedForm.input, nameList, lists.length > 0)}
          />
        ) : (
          <p className="text-caption text-ink-3">
            The equivalent command appears here once the form is complete.
          </p>
        )}
      </div>
    </form>
  )
}

/** The preview needs no name, formats or neutral policy, and shows the release without a pending list. */
function canPreview(errors: ReleaseFieldErrors): boolean {
  const {
    name: _name,
    formats: _formats,
    neutral: _neutral,
    pendingHeldOutFile: _pendingHeldOutFile,
    ...otherErrors
  } = errors
  return Object.keys(otherErrors).length === 0
}

/** Repeats the errors of the form next to its button, because the form is long. */
function ErrorSummary({ errors }: { errors: ReleaseFieldErrors }) {
  const messages = Object.values(errors).filter((message) => message !== undefined)
  if (messages.length === 0) return null
  return (
    <p role="alert" className="text-negative">
      {messages.join(' ')}
    </p>
  )
}
