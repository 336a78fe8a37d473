'use client'

import { useEffect, useState } from 'react'
import type { AnswerPairList } from '@/components/answers/answers'
import { describeWaitingAnswers } from '@/components/answers/describe-answers'
import { UnsureAnswersLink } from '@/components/projects/unsure-answers-link'
import { callApi } from '@/lib/client/call-api'

/** Links to the answers that the grader could not decide. Hidden if there are none. */
export function UnsureAnswersNotice({
  slug,
  hasNewSolutions,
}: {
  slug: string
  /** New solutions can have such answers. */
  hasNewSolutions: boolean
}) {
  const [answers, setAnswers] = useState<AnswerPairList | null>(null)
  useEffect(() => {
    if (!hasNewSolutions) return
    const controller = new AbortController()
    callApi(
      'get /projects/{project}/answers',
      { project: slug, show: 'unsure' },
      { signal: controller.signal },
    ).then(
      setAnswers,
      // Optional: the answers page shows the same.
      () => undefined,
    )
    return () => controller.abort()
  }, [slug, hasNewSolutions])
  const waitingText = answers && describeWaitingAnswers(answers)
  return waitingText && <UnsureAnswersLink slug={slug} text={waitingText} />
}
