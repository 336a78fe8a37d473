'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState, type SubmitEvent } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Outcome } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type { planRoundContract } from '@/lib/rounds/contract'
import {
  checkPolicy,
  findPolicyField,
  type PolicyErrors,
  policyFieldOrder,
  type PolicyFields,
} from './policy-fields'
import { addressNewRound, addressQueue } from './round'
import type { ScoreChoice } from './score-choices'
import { ScoresGroup } from './scores-group'
import { PeopleGroup, SizeGroup } from './size-group'
import { SlicesGroup } from './slices-group'
import { writePlanCommand } from './write-plan-command'

interface PolicyFormProps {
  slug: string
  given: PolicyFields
  /** How many label each solution, as the project's settings say. */
  people: number
  choices: readonly ScoreChoice[]
}

/** What a round shall select; nothing changes before its plan was looked at and opened. */
export function PolicyForm({ slug, given, people, choices }: PolicyFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(given)
  const [errors, setErrors] = useState<PolicyErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const checked = checkPolicy(fields)

  function change(changed: Partial<PolicyFields>) {
    setFields((before) => ({ ...before, ...changed }))
    setFailure(null)
    setErrors((before) => {
      const left = { ...before }
      for (const name of Object.keys(changed)) delete left[name as keyof PolicyFields]
      return left
    })
  }

  function refuse(found: PolicyErrors) {
    setErrors(found)
    const first = policyFieldOrder.find((name) => found[name])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** What the server says of a field stands at the field. */
  function showRefusal(error: unknown) {
    const found: PolicyErrors = {}
    const others: string[] = []
    for (const [place, words] of Object.entries(readIssues(error))) {
      const field = findPolicyField(place)
      if (field === null) others.push(`${place}: ${words}`)
      else found[field] ??= words
    }
    if (Object.keys(found).length > 0) refuse(found)
    if (others.length > 0) setFailure(others.join(' '))
    else if (Object.keys(found).length === 0) setFailure(describeError(error))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    if (Object.keys(checked.errors).length > 0) return refuse(checked.errors)
    setBusy(true)
    try {
      const { round } = await call<typeof planRoundContract>(
        { method: 'post', path: '/projects/{project}/rounds' },
        { project: slug, policy: checked.policy },
        { idempotencyKey: crypto.randomUUID() },
      )
      router.push(addressNewRound(slug, { plan: round }))
    } catch (error) {
      setBusy(false)
      showRefusal(error)
    }
  }

  const parts = { fields, errors, change }
  const nameRun = (run: string) => choices.find(({ value }) => value === run)?.run ?? null
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="text-strong">
      <ScoresGroup {...parts} slug={slug} choices={choices} />
      <SlicesGroup {...parts} />
      <SizeGroup {...parts} />
      <PeopleGroup {...parts} people={people} />
      <div className="grid gap-4 border-t border-ink pt-4">
        <Outcome outcome={failure === null ? null : { kind: 'wrong', words: failure }} />
        <Missing errors={errors} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" aria-disabled={isBusy}>
            Plan the round
          </Button>
          <ButtonLink href={addressQueue(slug)}>Go back</ButtonLink>
        </div>
        <p className="text-caption text-ink-3">
          A plan only says what would be selected, and why. Nothing changes until it is opened.
        </p>
        {Object.keys(checked.errors).length === 0 && (
          <CommandLine command={writePlanCommand(slug, checked.policy, nameRun)} />
        )}
      </div>
    </form>
  )
}

const fieldNames: Readonly<Record<keyof PolicyFields, string>> = {
  ...{ source: 'Scores', aggregation: 'Scores', neutral: 'P(neutral)', shares: 'Shares' },
  ...{ exploration: 'Drawn at random', perProblem: 'Of one problem', size: 'Solutions in all' },
  ...{ people: 'People for each solution', sharedShare: 'Shared by more' },
  ...{ sharedPeople: 'People for those', seed: 'Seed' },
}

/** The form is long: what is wrong further up is said again where one presses. */
function Missing({ errors }: { errors: PolicyErrors }) {
  const found = policyFieldOrder.filter((name) => errors[name])
  if (found.length === 0) return null
  return (
    <p role="alert" className="text-negative">
      Not yet. {found.map((name) => `${fieldNames[name]}: ${errors[name]}`).join(' ')}
    </p>
  )
}
