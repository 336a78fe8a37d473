'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { callApi } from '@/lib/client/call-api'
import { toDecisionFields, buildDecisionInput } from './decision-fields'
import { DecisionForm } from './decision-form'
import { formatExampleName, formatQuestionCount } from './describe-questions'
import { type DecisionReply, questionsHref } from './question'
import { discardDecision } from './question-requests'

/** Edits or discards a draft. Discarding it reopens its questions. */
export function DecisionDraftActions({
  slug,
  decision,
}: {
  slug: string
  decision: DecisionReply
}) {
  const router = useRouter()
  const [fields, setFields] = useState(() => toDecisionFields(decision))
  const [isOpen, setOpen] = useState(false)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())
  const { example } = decision

  const saveChange = () =>
    runAction(async () => {
      await callApi('patch /projects/{project}/decisions/{decision}', {
        project: slug,
        decision: decision.decision,
        ...buildDecisionInput(fields, example),
      })
      setOpen(false)
      return 'Changes saved.'
    })

  const discardDraft = () =>
    runAction(async () => {
      await discardDecision(slug, decision.decision)
      router.push(questionsHref(slug))
    })

  return (
    <section aria-labelledby="draft">
      <SectionHeader id="draft" title="Draft" />
      {isOpen ? (
        <div className="border-t border-ink pt-4">
          <DecisionForm
            slug={slug}
            example={example === null ? null : formatExampleName(example)}
            fields={fields}
            onChange={setFields}
            isBusy={isBusy}
            submitLabel="Save changes"
            onSubmit={() => void saveChange()}
            onClose={() => setOpen(false)}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 border-t border-ink pt-4">
          <Button onClick={() => setOpen(true)}>Edit decision</Button>
          <Button aria-disabled={isBusy} onClick={() => void discardDraft()}>
            Discard decision
          </Button>
          <span className="self-center text-ink-2">
            {decision.questionCount > 0 &&
              `Discarding it reopens ${formatQuestionCount(decision.questionCount)}.`}
          </span>
        </div>
      )}
      <OutcomeNotice outcome={outcome} className="pt-3" />
    </section>
  )
}
