import { guidelineSummaryMaxLength } from '@/lib/annotations/guideline-limits'
import type { GuidelineDraft } from '@/lib/client/guideline-draft'
import { formatCount } from '@/lib/platform/format'
import { guidelineMaxLength } from '@/lib/projects/settings'

export interface GuidelineErrors {
  text?: string
  summary?: string
}

/** Validates a draft before it is sent. The server checks again. */
export function checkGuideline(draft: GuidelineDraft, publishedText: string): GuidelineErrors {
  const errors: GuidelineErrors = {}
  const { text, summary } = draft
  if (text.trim() === '') errors.text = 'Write the guideline.'
  else if (text.length > guidelineMaxLength)
    errors.text = `Too long: ${formatCount(text.length)} of at most ${formatCount(guidelineMaxLength)} characters.`
  else if (text === publishedText) errors.text = 'The text has not changed.'
  if (summary.trim() === '') errors.summary = 'Summarise the changes. Annotators read this first.'
  else if (summary.length > guidelineSummaryMaxLength)
    errors.summary = `At most ${formatCount(guidelineSummaryMaxLength)} characters.`
  return errors
}
