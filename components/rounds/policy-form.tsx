'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState, type SubmitEvent } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import type { planRoundContract } from '@/lib/rounds/contract'
import {
  checkPolicyFields,
  findPolicyField,
  type PolicyFieldErrors,
  policyFieldOrder,
  type PolicyFields,
} from './policy-fields'
import { newRoundHref, queueHref } from './round'
import type { ScoreOption } from './score-options'
import { RoundScoresGroup } from './round-scores-group'
import { RoundOverlapGroup, RoundSizeGroup } from './size-and-overlap-groups'
import { RoundSlicesGroup } from './round-slices-group'
import { formatPlanCommand } from './format-plan-command'

interface PolicyFormProps {
  slug: string
  initial: PolicyFields
  /** The project’s overlap. */
  annotators: number
  scoreOptions: readonly ScoreOption[]
}

/** The form of a new round. Submitting it creates a plan, which does not change the queue. */
export function PolicyForm({ slug, initial, annotators, scoreOptions }: PolicyFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<PolicyFieldErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const validation = checkPolicyFields(fields)

  function change(changes: Partial<PolicyFields>) {
    setFields((previous) => ({ ...previous, ...changes }))
    setFailure(null)
    setErrors((previous) => {
      const remaining = { ...previous }
      for (const name of Object.keys(changes)) delete remaining[name as keyof PolicyFields]
      return remaining
    })
  }

  function showErrors(fieldErrors: PolicyFieldErrors) {
    setErrors(fieldErrors)
    const first = policyFieldOrder.find((name) => fieldErrors[name])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** Shows server-side validation errors at their fields. */
  function showServerError(error: unknown) {
    const fieldErrors: PolicyFieldErrors = {}
    const otherErrors: string[] = []
    for (const [path, message] of Object.entries(readErrorsByField(error))) {
      const field = findPolicyField(path)
      if (field === null) otherErrors.push(`${path}: ${message}`)
      else fieldErrors[field] ??= message
    }
    if (Object.keys(fieldErrors).length > 0) showErrors(fieldErrors)
    if (otherErrors.length > 0) setFailure(otherErrors.join(' '))
    else if (Object.keys(fieldErrors).length === 0) setFailure(describeCallError(error))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    if (Object.keys(validation.errors).length > 0) return showErrors(validation.errors)
    setBusy(true)
    try {
      const { round } = await callApi<typeof planRoundContract>(
        { method: 'post', path: '/projects/{project}/rounds' },
        { project: slug, policy: validation.policy },
        { idempotencyKey: crypto.randomUUID() },
      )
      router.push(newRoundHref(slug, { plan: round }))
    } catch (error) {
      setBusy(false)
      showServerError(error)
    }
  }

  const groupProps = { fields, errors, change }
  const findRunNumber = (run: string) =>
    scoreOptions.find(({ value }) => value === run)?.run ?? null
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="text-strong">
      <RoundScoresGroup {...groupProps} slug={slug} scoreOptions={scoreOptions} />
      <RoundSlicesGroup {...groupProps} />
      <RoundSizeGroup {...groupProps} />
      <RoundOverlapGroup {...groupProps} annotators={annotators} />
      <div className="grid gap-4 border-t border-ink pt-4">
        <OutcomeNotice outcome={failure === null ? null : { kind: 'error', message: failure }} />
        <FormErrorSummary errors={errors} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            Preview round
          </Button>
          <ButtonLink href={queueHref(slug)}>Cancel</ButtonLink>
        </div>
        <p className="text-caption text-ink-3">
          The queue does not change until you start the round.
        </p>
        {Object.keys(validation.errors).length === 0 && (
          <CommandLineText command={formatPlanCommand(slug, validation.policy, findRunNumber)} />
        )}
      </div>
    </form>
  )
}

const fieldLabels: Readonly<Record<keyof PolicyFields, string>> = {
  ...{ source: 'Scores', aggregation: 'Scores', neutral: 'Neutral steps', shares: 'Shares' },
  ...{ exploration: 'Random sample', perProblem: 'Max per problem', size: 'Max solutions' },
  ...{ annotators: 'Annotators per solution', extraOverlapShare: 'Extra overlap' },
  ...{ extraAnnotators: 'Annotators per extra-overlap solution', seed: 'Seed' },
}

/** Repeats all errors next to the submit button, because the form is long. */
function FormErrorSummary({ errors }: { errors: PolicyFieldErrors }) {
  const invalidFields = policyFieldOrder.filter((name) => errors[name])
  if (invalidFields.length === 0) return null
  return (
    <p role="alert" className="text-negative">
      Fix these fields.{' '}
      {invalidFields.map((name) => `${fieldLabels[name]}: ${errors[name]}`).join(' ')}
    </p>
  )
}
