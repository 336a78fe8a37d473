'use client'

import { useEffect, useState } from 'react'
import { describeWaiting } from '@/components/answers/describe-answers'
import type { AnswerList } from '@/components/answers/pair'
import { UnsureLine } from '@/components/projects/unsure-line'
import { call } from '@/lib/client/call'
import type { listAnswerPairsContract } from '@/lib/review/answers-contract'

/** The way to the answers that the grader left to people; nothing where there are none. */
export function UnsureAnswers({
  slug,
  hasNews,
}: {
  slug: string
  /** Solutions came in, which may have such answers. */
  hasNews: boolean
}) {
  const [found, setFound] = useState<AnswerList | null>(null)
  useEffect(() => {
    if (!hasNews) return
    const asking = new AbortController()
    call<typeof listAnswerPairsContract>(
      { method: 'get', path: '/projects/{project}/answers' },
      { project: slug, show: 'unsure' },
      { signal: asking.signal },
    ).then(
      setFound,
      // A hint: the page of answers says the same.
      () => undefined,
    )
    return () => asking.abort()
  }, [slug, hasNews])
  const waiting = found && describeWaiting(found)
  return waiting && <UnsureLine slug={slug} waiting={waiting} />
}
