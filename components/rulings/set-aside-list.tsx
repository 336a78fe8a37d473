'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { nameHidden } from '@/components/review/describe-review'
import { splitHref } from '@/components/review/split'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { formatInstant } from '@/lib/platform/format'
import { AskWords } from './ask-words'
import { nameKind } from './describe-questions'
import type { ShownAside } from './question'
import { reopen } from './send-question'

/** What was set aside, with the word on why; each can be taken up again. */
export function SetAsideList({
  slug,
  questions,
}: {
  slug: string
  questions: readonly ShownAside[]
}) {
  const router = useRouter()
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function takeUp(question: string) {
    if (isBusy) return
    setBusy(true)
    try {
      const opened = await reopen(slug, [question])
      const words =
        opened > 0
          ? 'It is open again.'
          : 'It is gone: who asked has changed it or taken it back since.'
      setOutcome({ kind: 'done', words })
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Outcome outcome={outcome} className="pb-3" />
      {questions.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">Nothing was set aside.</p>
      ) : (
        <ol aria-label="Set aside" className="border-y border-ink">
          {questions.map((one) => (
            <li key={one.question} className="border-b border-rule py-2.5 last:border-b-0">
              <AskWords said={one.said}>
                {one.person ?? nameHidden}, {nameKind(one.kind, one.words)},{' '}
                <Link href={splitHref(slug, one.solution, one.step)}>
                  step {one.step + 1}
                  {one.externalId !== null && ` of ${one.externalId}`}
                </Link>
              </AskWords>
              <p className="text-ink-2">
                {one.note === '' ? 'Set aside without a word' : one.note}{' '}
                <span className="text-caption text-ink-3">
                  {one.by}, {formatInstant(one.settledAt)} UTC
                </span>{' '}
                <LinkButton aria-disabled={isBusy} onClick={() => void takeUp(one.question)}>
                  Take it up again
                </LinkButton>
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
