'use client'

import { useRouter } from 'next/navigation'
import type { SubmitEvent } from 'react'
import type { FieldIssues } from '@/components/shell/field-issues'
import { useFormAction, useFormFields } from '@/components/shell/use-form-action'
import { Button, ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { describeCallIssues, readErrorsByField } from '@/lib/client/describe-call-error'
import { formatPlanCommand } from './format-plan-command'
import {
  checkPolicyFields,
  findPolicyField,
  type PolicyFieldErrors,
  policyFieldOrder,
  type PolicyFields,
} from './policy-fields'
import { newRoundHref, queueHref } from './round'
import { RoundScoreFields } from './round-score-fields'
import { RoundSliceFields } from './round-slice-fields'
import type { ScoreSourceChoice } from './score-source-choices'
import { RoundOverlapFields, RoundSizeFields } from './size-and-overlap-fields'

interface PolicyFormProps {
  slug: string
  initial: PolicyFields
  /** The project’s overlap. */
  annotators: number
  scoreChoices: readonly ScoreSourceChoice[]
}

/** The form of a new round. Submitting it creates a plan, which does not change the queue. */
export function PolicyForm({ slug, initial, annotators, scoreChoices }: PolicyFormProps) {
  const router = useRouter()
  const action = useFormAction<keyof PolicyFields>()
  const { form, isBusy, outcome, issues: errors, runAction } = action
  const { fields, change } = useFormFields(initial, action)
  const validation = checkPolicyFields(fields, annotators)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void runAction(
      async () => {
        const { round } = await callApi(
          'post /projects/{project}/rounds',
          { project: slug, policy: validation.policy },
          { idempotencyKey: crypto.randomUUID() },
        )
        router.push(newRoundHref(slug, { plan: round }))
      },
      {
        issues: validation.errors,
        readIssues: readPolicyIssues,
        describeError: describeCallIssues,
        fieldsInSummary: policyFieldOrder,
        isFinal: true,
      },
    )
  }

  const fieldsProps = { fields, errors, change }
  const findRunNumber = (run: string) =>
    scoreChoices.find(({ value }) => value === run)?.run ?? null
  return (
    <form ref={form} onSubmit={submit} noValidate className="text-strong">
      <RoundScoreFields {...fieldsProps} slug={slug} scoreChoices={scoreChoices} />
      <RoundSliceFields {...fieldsProps} />
      <RoundSizeFields {...fieldsProps} />
      <RoundOverlapFields {...fieldsProps} annotators={annotators} />
      <div className="grid gap-4 border-t border-ink pt-4">
        <OutcomeNotice outcome={outcome} />
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
  source: 'Scores',
  aggregation: 'Scores',
  neutral: 'Neutral steps',
  shares: 'Shares',
  exploration: 'Random sample',
  perProblem: 'Max per problem',
  size: 'Max solutions',
  annotators: 'Annotators per solution',
  extraOverlapShare: 'Extra overlap',
  annotatorsWithExtraOverlap: 'Annotators with extra overlap',
  seed: 'Seed',
}

function readPolicyIssues(error: unknown): FieldIssues {
  const issues: FieldIssues = {}
  for (const [path, message] of Object.entries(readErrorsByField(error))) {
    const field = findPolicyField(path) ?? path
    issues[field] ??= message
  }
  return issues
}

/** Repeats all errors next to the submit button, because the form is long. */
function FormErrorSummary({ errors }: { errors: PolicyFieldErrors }) {
  const invalidFields = policyFieldOrder.filter((name) => errors[name])
  if (invalidFields.length === 0) return null
  return (
    <p role="alert" className="text-negative">
      {invalidFields.length === 1 ? 'Fix this field.' : 'Fix these fields.'}{' '}
      {invalidFields.map((name) => `${fieldLabels[name]}: ${errors[name]}`).join(' ')}
    </p>
  )
}
