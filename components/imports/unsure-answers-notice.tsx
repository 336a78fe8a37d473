'use client'

import { useEffect, useState } from 'react'
import type { UndecidedAnswerCounts } from '@/components/answers/answers'
import { describeUndecidedAnswers } from '@/components/answers/describe-answers'
import { UnsureAnswersLink } from '@/components/projects/unsure-answers-link'
import { callApi } from '@/lib/client/call-api'

/** Links to the answers that the grader could not decide. Hidden if there are none. */
export function UnsureAnswersNotice({
  slug,
  hasNewSolutions,
}: {
  slug: string
  /** Without new solutions, the import has added no such answers. */
  hasNewSolutions: boolean
}) {
  const [counts, setCounts] = useState<UndecidedAnswerCounts | null>(null)
  useEffect(() => {
    if (!hasNewSolutions) return
    const controller = new AbortController()
    callApi(
      'get /projects/{project}/answers/undecided',
      { project: slug },
      { signal: controller.signal },
    ).then(
      setCounts,
      // Optional: the answers page shows the same answers.
      () => undefined,
    )
    return () => controller.abort()
  }, [slug, hasNewSolutions])
  const text = counts && describeUndecidedAnswers(counts)
  return text && <UnsureAnswersLink slug={slug} text={`In the whole project: ${text}`} />
}
