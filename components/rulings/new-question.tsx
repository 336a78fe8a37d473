'use client'

import { useRouter } from 'next/navigation'
import { useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { AreaField } from '@/components/ui/field'
import { Outcome } from '@/components/ui/outcome'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { askQuestionContract } from '@/lib/review/questions-contract'
import { questionMaxLength } from '@/lib/review/ruling-limits'
import { emptyDraft, writeDraft } from './check-ruling'
import { nameStep } from './describe-questions'
import { addressQuestions, nameAsk, rulingHref, type ShownStep } from './question'
import { keepDraft, readKeptDraft } from './keep-draft'
import { QuestionDetails } from './question-details'
import { RulingForm } from './ruling-form'
import { makeRuling } from './send-question'

/** A step that a reviewer came to by themselves: ruled on at once, or asked for others to rule on. */
export function NewQuestion({ slug, step }: { slug: string; step: ShownStep }) {
  const isInBrowser = useIsInBrowser()
  return <Form key={String(isInBrowser)} {...{ slug, step, isInBrowser }} />
}

function Form({
  slug,
  step,
  isInBrowser,
}: {
  slug: string
  step: ShownStep
  isInBrowser: boolean
}) {
  const router = useRouter()
  const { key } = step
  const [draft, setDraft] = useState(() => (isInBrowser && readKeptDraft(key)) || emptyDraft)
  const [question, setQuestion] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function act(run: () => Promise<string>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      router.push(await run())
      router.refresh()
    } catch (error) {
      setFailure(describeError(error))
      setBusy(false)
    }
  }

  const rule = () =>
    act(async () => {
      const asks = step.asks.map((asked) => nameAsk(step.step, asked))
      const ruling = await makeRuling(slug, writeDraft(draft, step), asks)
      keepDraft(key, null)
      return rulingHref(slug, ruling)
    })

  function ask(event: SubmitEvent) {
    event.preventDefault()
    if (question.trim() === '') return setProblem('Write what is to be ruled on.')
    void act(async () => {
      await call<typeof askQuestionContract>(
        { method: 'post', path: '/projects/{project}/questions' },
        {
          ...{ project: slug, solution: step.solution, revision: step.revision, step: step.step },
          words: question.trim(),
        },
        { idempotencyKey: crypto.randomUUID() },
      )
      return addressQuestions(slug)
    })
  }

  return (
    <QuestionDetails slug={slug} step={step}>
      <div className="grid gap-8 border-t border-ink pt-6">
        <RulingForm
          slug={slug}
          example={step.text.length > 0 ? nameStep({ ...step, externalId: null }) : null}
          draft={draft}
          onChange={(changed) => {
            keepDraft(key, changed)
            setDraft(changed)
          }}
          isBusy={isBusy}
          act={step.asks.length > 0 ? 'Rule, and answer what was asked' : 'Rule'}
          onSubmit={() => void rule()}
        />
        <form
          noValidate
          aria-label="Ask"
          onSubmit={ask}
          className="grid max-w-measure gap-3 border-t border-rule pt-6"
        >
          <AreaField
            label="Or ask, for another reviewer to rule on"
            name="question"
            rows={2}
            value={question}
            maxLength={questionMaxLength}
            onChange={(event) => {
              setQuestion(event.target.value)
              setProblem(null)
            }}
            error={problem}
            spellCheck
          />
          <div>
            <Button type="submit" aria-disabled={isBusy}>
              Ask
            </Button>
          </div>
        </form>
        <Outcome outcome={failure === null ? null : { kind: 'wrong', words: failure }} />
      </div>
    </QuestionDetails>
  )
}
