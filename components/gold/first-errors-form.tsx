'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { TypesetContent } from '@/components/math/typeset-content'
import { useAction } from '@/components/shell/use-action'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { TextAreaField } from '@/components/ui/text-field'
import { describeFirstErrorCounts } from './describe-gold'
import { type GoldSolution, goldSolutionHref } from './gold'
import { markSolutionAsGold, unmarkSolutionAsGold } from './send-gold'

interface FirstErrorsFormProps {
  slug: string
  initial: GoldSolution
  canChange: boolean
}

/** The steps with a checkbox for each correct first error, or for no error. */
export function FirstErrorsForm({ slug, initial, canChange }: FirstErrorsFormProps) {
  const router = useRouter()
  const { gold, steps, pageStart, stepCount, firstErrorCounts, refusal } = initial
  const [errors, setErrors] = useState<readonly number[]>(gold?.firstErrors ?? [])
  const [hasNoError, setHasNoError] = useState(gold !== null && gold.firstErrors.length === 0)
  const [explanation, setExplanation] = useState(gold?.explanation ?? '')
  const goldAction = useAction(() => router.refresh())
  const canEdit = canChange && refusal === null
  const hasAnswer = hasNoError || errors.length > 0

  function toggleStep(step: number, isChecked: boolean) {
    setHasNoError(false)
    setErrors(
      isChecked
        ? [...errors, step].sort((a, b) => a - b)
        : errors.filter((errorStep) => errorStep !== step),
    )
  }

  function toggleNoError(isChecked: boolean) {
    setHasNoError(isChecked)
    if (isChecked) setErrors([])
  }

  const save = () =>
    hasAnswer &&
    void goldAction.runAction(() =>
      markSolutionAsGold(slug, initial, { firstErrors: errors, explanation }),
    )
  const removeFromGold = () =>
    void goldAction.runAction(() => unmarkSolutionAsGold(slug, initial.solution))

  return (
    <>
      <fieldset disabled={!canEdit}>
        <legend className="pt-3 text-caption text-ink-3">Steps accepted as the first error</legend>
        <ol aria-label={`Solution, ${stepCount} steps`} className="py-3">
          {steps.map((step, offset) => {
            const index = pageStart + offset
            return (
              <li key={step.id} className="sheet-row py-2">
                <FirstErrorCheckbox
                  label={`Accept step ${index + 1} as the first error`}
                  text={String(index + 1)}
                  checked={errors.includes(index)}
                  onChange={(isChecked) => toggleStep(index, isChecked)}
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
            <FirstErrorCheckbox
              label="No error"
              text=""
              tone="positive"
              checked={hasNoError}
              onChange={toggleNoError}
            />
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
            hint="Shown to annotators after they submit, if “Show answers afterwards” is on in Settings."
            value={explanation}
            maxLength={2000}
            disabled={!canEdit}
            onChange={(event) => setExplanation(event.target.value)}
          />
          {canEdit && (
            <div className="flex flex-wrap items-center gap-2">
              <Button tone="primary" aria-disabled={!hasAnswer || goldAction.isBusy} onClick={save}>
                {gold ? 'Save' : hasAnswer ? 'Make gold' : 'Select the first error'}
              </Button>
              {gold && (
                <Button aria-disabled={goldAction.isBusy} onClick={removeFromGold}>
                  Remove from gold
                </Button>
              )}
            </div>
          )}
          {!canChange && gold && (
            <p className="text-caption text-ink-3">
              Only admins can change gold here. Reviewers can make a solution gold when they
              adjudicate it.
            </p>
          )}
          <OutcomeNotice outcome={goldAction.outcome} />
        </div>
      </div>
    </>
  )
}

const checkboxTones = {
  negative: { label: 'has-checked:text-negative', input: 'accent-negative' },
  positive: { label: 'has-checked:text-positive', input: 'accent-positive' },
}

function FirstErrorCheckbox({
  label,
  text,
  tone = 'negative',
  checked,
  onChange,
}: {
  label: string
  text: string
  tone?: keyof typeof checkboxTones
  checked: boolean
  onChange: (isChecked: boolean) => void
}) {
  return (
    <label
      className={joinClasses(
        'flex items-baseline gap-1.5 text-ink-3 has-checked:font-bold',
        checkboxTones[tone].label,
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className={joinClasses('size-4 translate-y-0.5', checkboxTones[tone].input)}
      />
      {text}
    </label>
  )
}
