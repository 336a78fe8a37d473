'use client'

import { describeUndecidedAnswers } from '@/components/answers/describe-answers'
import { UnsureAnswersLink } from '@/components/projects/unsure-answers-link'
import { useRequest } from '@/components/shell/use-request'
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
  // An error is not shown: the answers page has the same answers.
  const { reply: counts } = useRequest(hasNewSolutions ? slug : null, 0, (signal) =>
    callApi('get /projects/{project}/answers/undecided', { project: slug }, { signal }),
  )
  const text = counts && describeUndecidedAnswers(counts)
  return text && <UnsureAnswersLink slug={slug} text={`In the whole project: ${text}`} />
}
