'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { ChoiceList } from '@/components/ui/choice-list'
import { FormFooter } from '@/components/ui/form-footer'
import { SectionHeader } from '@/components/ui/section-header'
import { TextAreaField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { pauseMessageMaxLength } from '@/lib/people/pause-limits'
import { formatQuantity } from '@/lib/platform/format'
import { findWeekStart } from '@/lib/reviews/week-start'
import { describePauseCause, formatInstantOmittingMidnight } from './describe-person'
import type { AnnotatorPause, PersonDetail } from './person'
import { useWithdrawalPreview } from './use-withdrawal-preview'
import { WithdrawalStartField } from './withdrawal-start-field'

interface EndPauseFormProps {
  slug: string
  name: string
  pause: AnnotatorPause
  withdrawalStart: PersonDetail['withdrawalStart']
  /** Names are hidden, so the server counts and withdraws from the start of a week on. */
  isByWeek: boolean
}

const missingTimeMessage = 'Choose a day and a time.'

/** Ends a pause. The reviewer can also withdraw the person's work since a given time. */
export function EndPauseForm({ slug, name, pause, withdrawalStart, isByWeek }: EndPauseFormProps) {
  const router = useRouter()
  const [decision, setDecision] = useState('')
  const [action, setAction] = useState<'keep' | 'withdraw'>('keep')
  const defaultStart = withdrawalStart?.at ?? pause.startedAt
  const [start, setStart] = useState<string | null>(
    isByWeek ? findWeekStart(defaultStart) : defaultStart,
  )
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction(() =>
    router.refresh(),
  )
  const since = action === 'withdraw' ? start : null
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
    <section aria-labelledby="end-pause">
      <SectionHeader id="end-pause" title="End pause" />
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
              label: 'Withdraw recent annotations',
              hint: 'Others label these solutions again. Active time is kept.',
            },
          ]}
        />
        {action === 'withdraw' && (
          <>
            <WithdrawalStartField
              suggestion={withdrawalStart}
              defaultStart={defaultStart}
              isByWeek={isByWeek}
              start={start}
              error={start === null ? missingTimeMessage : null}
              onChange={setStart}
            />
            <p aria-live="polite">{since !== null && describePreview(preview)}</p>
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

function describePreview(preview: ReturnType<typeof useWithdrawalPreview>): string {
  if (preview === null) return 'Counting…'
  if (typeof preview === 'string') return preview
  const { annotations, goldOrScreening, reviewed } = preview
  const unaffectedParts = [
    goldOrScreening > 0 &&
      `${formatQuantity(goldOrScreening, 'annotation')} of gold solutions or a screening`,
    reviewed > 0 && formatQuantity(reviewed, 'accepted or adjudicated annotation'),
  ].filter((part) => part !== false)
  const withdrawnText = `${formatQuantity(annotations, 'annotation')} will be withdrawn.`
  return unaffectedParts.length === 0
    ? withdrawnText
    : `${withdrawnText} Not withdrawn: ${unaffectedParts.join(', ')}.`
}
