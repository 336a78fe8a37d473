'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Typeset } from '@/components/math/typeset'
import { useSend } from '@/components/review/use-send'
import { Button } from '@/components/ui/button'
import { AreaField } from '@/components/ui/field'
import { Outcome } from '@/components/ui/outcome'
import { describeSaid } from './describe-gold'
import type { GoldSolution } from './gold'
import { mark, unmark } from './send-gold'

interface GoldBoardProps {
  slug: string
  given: GoldSolution
  canChange: boolean
}

/** The steps: each that is right as the first error is ticked; none, and there is no error. */
export function GoldBoard({ slug, given, canChange }: GoldBoardProps) {
  const router = useRouter()
  const { gold, steps, said, refusal } = given
  const [errors, setErrors] = useState<readonly number[]>(gold?.firstErrors ?? [])
  const [isNone, setNone] = useState(gold !== null && gold.firstErrors.length === 0)
  const [explanation, setExplanation] = useState(gold?.explanation ?? '')
  const sending = useSend(() => router.refresh())
  const isOpen = canChange && refusal === null
  const isSaid = isNone || errors.length > 0

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
    isSaid && void sending.send(() => mark(slug, given, { firstErrors: errors, explanation }))
  const end = () => void sending.send(() => unmark(slug, given.solution))

  return (
    <>
      <fieldset disabled={!isOpen}>
        <legend className="sr-only">First errors, each of which is right</legend>
        <ol aria-label={`Solution, ${steps.length} steps`} className="py-3">
          {steps.map((step, index) => (
            <li key={step.id} className="sheet-row py-2">
              <TickStep
                label={`Step ${index + 1} is right as the first error`}
                words={String(index + 1)}
                checked={errors.includes(index)}
                onChange={(isIn) => tick(index, isIn)}
              />
              <div className="col-text min-w-0 text-reading">
                <Typeset text={step.text} />
              </div>
              <p className="col-start-5 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
                {describeSaid(said, index)}
              </p>
            </li>
          ))}
          <li className="sheet-row border-t border-rule py-2">
            <TickStep label="There is no error" words="" checked={isNone} onChange={tickNone} />
            <p className="col-text">There is no error.</p>
            <p className="col-start-5 text-caption text-ink-3 max-wide:col-start-3 max-desk:col-start-2">
              {describeSaid(said, null)}
            </p>
          </li>
        </ol>
      </fieldset>
      <div className="sheet-row">
        <div className="col-text grid gap-4">
          <AreaField
            label="Explanation"
            hint="What people are told after they answered it, where the project explains gold."
            value={explanation}
            maxLength={2000}
            disabled={!isOpen}
            onChange={(event) => setExplanation(event.target.value)}
          />
          {isOpen && (
            <div className="flex flex-wrap items-center gap-2">
              <Button tone="primary" aria-disabled={!isSaid || sending.isBusy} onClick={save}>
                {gold ? 'Save' : isSaid ? 'Make it gold' : 'Make it gold: tick what is known'}
              </Button>
              {gold && (
                <Button aria-disabled={sending.isBusy} onClick={end}>
                  No gold any more
                </Button>
              )}
            </div>
          )}
          {!canChange && <p className="text-caption text-ink-3">Only admins say what is gold.</p>}
          <Outcome outcome={sending.outcome} />
        </div>
      </div>
    </>
  )
}

function TickStep({
  label,
  words,
  checked,
  onChange,
}: {
  label: string
  words: string
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
      {words}
    </label>
  )
}
