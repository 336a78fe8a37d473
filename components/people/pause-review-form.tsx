'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormFooter } from '@/components/ui/form-footer'
import { SectionHeader } from '@/components/ui/section-header'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { pauseMessageMaxLength } from '@/lib/people/pause-limits'
import { formatQuantity } from '@/lib/platform/format'
import {
  describePauseCause,
  describeWithdrawalStart,
  formatInstantOmittingMidnight,
} from './describe-person'
import type { AnnotatorPause, PersonDetail } from './person'
import { useWithdrawalPreview } from './use-withdrawal-preview'

interface PauseReviewFormProps {
  slug: string
  name: string
  pause: AnnotatorPause
  withdrawalStart: PersonDetail['withdrawalStart']
  /** The server counts and withdraws from the start of the week on, because names are hidden. */
  isByWeek: boolean
}

const missingTimeMessage = 'Choose a day and a time.'

/** `2026-11-22T20:05`: an instant in UTC as the value of a datetime field. */
const toInputValue = (instant: string) => instant.slice(0, 16)

/** Ends a pause. The reviewer can also withdraw the person's work since a given time. */
export function PauseReviewForm({
  slug,
  name,
  pause,
  withdrawalStart,
  isByWeek,
}: PauseReviewFormProps) {
  const router = useRouter()
  const [decision, setDecision] = useState('')
  const [action, setAction] = useState<'keep' | 'withdraw'>('keep')
  const [sinceText, setSinceText] = useState(toInputValue(withdrawalStart?.at ?? pause.startedAt))
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction(() =>
    router.refresh(),
  )
  // The field has minutes only. Unless the user changes it, the exact default is sent.
  const chosenInstant =
    withdrawalStart && sinceText === toInputValue(withdrawalStart.at)
      ? withdrawalStart.at
      : readInputValue(sinceText)
  const since = action === 'withdraw' ? chosenInstant : null
  const preview = useWithdrawalPreview(slug, pause.pause, since)

  function endPause(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        await callApi('post /projects/{project}/pauses/{pause}/review', {
          project: slug,
          pause: pause.pause,
          decision,
          since,
        })
      },
      {
        issues: {
          ...checkRequiredFields({ decision: [decision, 'Enter a reason.'] }),
          ...(action === 'withdraw' && since === null ? { since: missingTimeMessage } : {}),
        },
        isFinal: true,
      },
    )
  }

  return (
    <section aria-labelledby="review-pause">
      <SectionHeader id="review-pause" title="Review pause" />
      <form
        ref={form}
        noValidate
        onSubmit={endPause}
        className="grid gap-4 border-t border-ink pt-3"
      >
        <p>
          Since {formatInstantOmittingMidnight(pause.startedAt)}. {describePauseCause(pause)}.{' '}
          {name} was told: “{pause.message}”
        </p>
        <ChoiceList
          legend="Their annotations"
          name="pause-action"
          value={action}
          onChange={setAction}
          choices={[
            { value: 'keep', label: 'Keep' },
            {
              value: 'withdraw',
              label: 'Withdraw annotations submitted since',
              hint: 'Others label these solutions again. Active time is kept.',
            },
          ]}
        />
        {action === 'withdraw' && (
          <>
            <TextField
              type="datetime-local"
              name="since"
              label="Withdraw since (UTC)"
              hint={describeWithdrawalStart(withdrawalStart, isByWeek)}
              value={sinceText}
              error={since === null ? missingTimeMessage : null}
              onChange={(event) => setSinceText(event.target.value)}
            />
            <p aria-live="polite">{describePreview(preview)}</p>
          </>
        )}
        <TextAreaField
          label="Reason"
          name="decision"
          hint="Visible to reviewers and admins."
          value={decision}
          maxLength={pauseMessageMaxLength}
          error={issues.decision}
          onChange={(event) => {
            setDecision(event.target.value)
            setIssues({})
          }}
        />
        <FormFooter
          submitLabel={action === 'withdraw' ? 'End pause and withdraw' : 'End pause'}
          tone="primary"
          isBusy={isBusy}
          outcome={outcome}
        />
      </form>
    </section>
  )
}

function readInputValue(value: string): string | null {
  const time = Date.parse(`${value}Z`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function describePreview(preview: ReturnType<typeof useWithdrawalPreview>): string {
  if (preview === null) return 'Counting…'
  if (typeof preview === 'string') return preview
  const { annotations, goldOrScreening, reviewed } = preview
  const unaffectedParts = [
    goldOrScreening > 0 && `${formatQuantity(goldOrScreening, 'answer')} to gold`,
    reviewed > 0 && formatQuantity(reviewed, 'accepted or adjudicated annotation'),
  ].filter((part) => part !== false)
  const withdrawnText = `${formatQuantity(annotations, 'annotation')} will be withdrawn.`
  return unaffectedParts.length === 0
    ? withdrawnText
    : `${withdrawnText} Not withdrawn: ${unaffectedParts.join(', ')}.`
}
