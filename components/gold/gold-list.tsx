'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { TypesetContent } from '@/components/math/typeset-content'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextAreaField } from '@/components/ui/text-field'
import { describeFirstErrorCounts } from './describe-gold'
import { type GoldSolution, goldSolutionHref } from './gold'
import { markSolutionAsGold, unmarkSolutionAsGold } from './send-gold'

interface GoldListProps {
  slug: string
  initial: GoldSolution
  canChange: boolean
}

/** The steps with a checkbox for each correct first error, or for no error. */
export function GoldList({ slug, initial, canChange }: GoldListProps) {
  const router = useRouter()
  const { gold, steps, pageStart, stepCount, firstErrorCounts, refusal } = initial
  const [errors, setErrors] = useState<readonly number[]>(gold?.firstErrors ?? [])
  const [isNone, setNone] = useState(gold !== null && gold.firstErrors.length === 0)
  const [explanation, setExplanation] = useState(gold?.explanation ?? '')
  const sending = useAction(() => router.refresh())
  const isOpen = canChange && refusal === null
  const hasAnswers = isNone || errors.length > 0

  function tick(step: number, isIn: boolean) {
    setNone(false)
    setErrors(
      isIn ? [...errors, step].sort((a, b) => a - b) : errors.filter((each) => each !== step),
    )
  }

  function tickNone(isIn: boolean) {
    setNone(isIn)
    if (isIn) setErrors([])
  }

  const save = () =>
    hasAnswers &&
    void sending.runAction(() =>
      markSolutionAsGold(slug, initial, { firstErrors: errors, explanation }),
    )
  const end = () => void sending.runAction(() => unmarkSolutionAsGold(slug, initial.solution))

  return (
    <>
      <fieldset disabled={!isOpen}>
        <legend className="sr-only">Correct first errors</legend>
        <ol aria-label={`Solution, ${stepCount} steps`} className="py-3">
          {steps.map((step, offset) => {
            const index = pageStart + offset
            return (
              <li key={step.id} className="sheet-row py-2">
                <TickStep
                  label={`Step ${index + 1} is a correct first error`}
                  emptyMessage={String(index + 1)}
                  checked={errors.includes(index)}
                  onChange={(isIn) => tick(index, isIn)}
                />
                <div className="col-text min-w-0 text-reading">
                  <TypesetContent text={step.text} />
                </div>
                <p className="col-start-5 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
                  {describeFirstErrorCounts(firstErrorCounts, index)}
                </p>
              </li>
            )
          })}
          <li className="sheet-row border-t border-rule py-2">
            <TickStep label="No error" emptyMessage="" checked={isNone} onChange={tickNone} />
            <p className="col-text">No error</p>
            <p className="col-start-5 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
              {describeFirstErrorCounts(firstErrorCounts, null)}
            </p>
          </li>
        </ol>
      </fieldset>
      <div className="sheet-row">
        <div className="col-text">
          <StepPageLinks path={goldSolutionHref(slug, initial.solution)} page={initial} />
        </div>
      </div>
      <div className="sheet-row">
        <div className="col-text grid gap-4">
          <TextAreaField
            label="Explanation"
            hint="Shown to annotators after they answer, if Show answers afterwards is on."
            value={explanation}
            maxLength={2000}
            disabled={!isOpen}
            onChange={(event) => setExplanation(event.target.value)}
          />
          {isOpen && (
            <div className="flex flex-wrap items-center gap-2">
              <Button tone="primary" aria-disabled={!hasAnswers || sending.isBusy} onClick={save}>
                {gold ? 'Save' : hasAnswers ? 'Make gold' : 'Select the first error'}
              </Button>
              {gold && (
                <Button aria-disabled={sending.isBusy} onClick={end}>
                  Remove from gold
                </Button>
              )}
            </div>
          )}
          {!canChange && (
            <p className="text-caption text-ink-3">
              Only admins can change gold here. Reviewers can make a solution gold when they
              adjudicate it.
            </p>
          )}
          <OutcomeNotice outcome={sending.outcome} />
        </div>
      </div>
    </>
  )
}

function TickStep({
  label,
  emptyMessage,
  checked,
  onChange,
}: {
  label: string
  emptyMessage: string
  checked: boolean
  onChange: (isIn: boolean) => void
}) {
  return (
    <label className="flex items-baseline gap-1.5 text-ink-3 has-checked:font-bold has-checked:text-negative">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 translate-y-0.5 accent-negative"
      />
      {emptyMessage}
    </label>
  )
}
