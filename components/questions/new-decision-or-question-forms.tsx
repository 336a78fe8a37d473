'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { type FieldIssues, checkRequiredFields } from '@/components/shell/field-issues'
import { useFormAction } from '@/components/shell/use-form-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextAreaField } from '@/components/ui/text-field'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { callApi } from '@/lib/client/call-api'
import { questionMaxLength } from '@/lib/questions/decision-limits'
import { emptyDecisionFields, buildDecisionInput } from './decision-fields'
import { DecisionForm } from './decision-form'
import { formatStepName } from './describe-questions'
import {
  questionsHref,
  toQuestionRef,
  decisionHref,
  type TypesetStepWithQuestions,
} from './question'
import { QuestionDetails } from './question-details'
import { createDecision } from './question-requests'
import { storeUnfinishedDecision, readUnfinishedDecision } from './unfinished-decision'

/** Creates a decision about any step, or asks other reviewers about it. */
export function NewDecisionOrQuestionForms({
  slug,
  step,
}: {
  slug: string
  step: TypesetStepWithQuestions
}) {
  const isInBrowser = useIsInBrowser()
  return (
    <FormsWithUnfinishedDecision
      key={String(isInBrowser)}
      slug={slug}
      step={step}
      isInBrowser={isInBrowser}
    />
  )
}

function FormsWithUnfinishedDecision({
  slug,
  step,
  isInBrowser,
}: {
  slug: string
  step: TypesetStepWithQuestions
  isInBrowser: boolean
}) {
  const router = useRouter()
  const { key } = step
  const [fields, setFields] = useState(
    () => (isInBrowser && readUnfinishedDecision(key)) || emptyDecisionFields,
  )
  const [question, setQuestion] = useState('')
  const { form, isBusy, outcome, issues, setIssues, runAction } = useFormAction(() =>
    router.refresh(),
  )

  const perform = (action: () => Promise<string>, missingFields: FieldIssues = {}) =>
    runAction(async () => router.push(await action()), { issues: missingFields, isFinal: true })

  const createFromStep = () =>
    perform(async () => {
      const questions = step.questions.map((openQuestion) => toQuestionRef(step.step, openQuestion))
      const decision = await createDecision(slug, buildDecisionInput(fields, step), questions)
      storeUnfinishedDecision(key, null)
      return decisionHref(slug, decision)
    })

  function askReviewers(event: SubmitEvent) {
    event.preventDefault()
    void perform(
      async () => {
        await callApi(
          'post /projects/{project}/questions',
          {
            project: slug,
            solution: step.solution,
            revision: step.revision,
            step: step.step,
            text: question.trim(),
          },
          { idempotencyKey: crypto.randomUUID() },
        )
        return questionsHref(slug)
      },
      checkRequiredFields({ question: [question, 'Enter your question.'] }),
    )
  }

  return (
    <QuestionDetails slug={slug} step={step}>
      <div className="grid gap-8 border-t border-ink pt-6">
        <DecisionForm
          slug={slug}
          example={step.text.length > 0 ? formatStepName({ ...step, externalId: null }) : null}
          fields={fields}
          onChange={(newFields) => {
            storeUnfinishedDecision(key, newFields)
            setFields(newFields)
          }}
          isBusy={isBusy}
          submitLabel={
            step.questions.length > 0 ? 'Create decision and answer questions' : 'Create decision'
          }
          onSubmit={() => void createFromStep()}
        />
        <form
          ref={form}
          noValidate
          aria-label="Ask other reviewers"
          onSubmit={askReviewers}
          className="grid max-w-measure gap-3 border-t border-rule pt-6"
        >
          <TextAreaField
            label="Question for other reviewers"
            name="question"
            rows={2}
            value={question}
            maxLength={questionMaxLength}
            onChange={(event) => {
              setQuestion(event.target.value)
              setIssues({})
            }}
            error={issues.question}
            spellCheck
          />
          <div>
            <Button type="submit" aria-disabled={isBusy}>
              Ask reviewers
            </Button>
          </div>
        </form>
        <OutcomeNotice outcome={outcome} />
      </div>
    </QuestionDetails>
  )
}
