import { summaryMaxLength } from '@/lib/annotations/guideline-limits'
import { formatCount } from '@/lib/platform/format'
import { guidelineMaxLength } from '@/lib/projects/settings'
import type { GuidelineDraft } from '@/lib/client/guideline-draft'

export interface GuidelineErrors {
  text?: string
  summary?: string
}

/** Says in words what the server would refuse; the server looks again. */
export function checkGuideline(draft: GuidelineDraft, published: string): GuidelineErrors {
  const errors: GuidelineErrors = {}
  const { text, summary } = draft
  if (text.trim() === '') errors.text = 'Write what annotators are to go by.'
  else if (text.length > guidelineMaxLength)
    errors.text = `At most ${formatCount(guidelineMaxLength)} characters; these are ${formatCount(text.length)}.`
  else if (text === published) errors.text = 'Nothing is different from what is published.'
  if (summary.trim() === '')
    errors.summary = 'Say in a few words what is new: annotators read this first.'
  else if (summary.length > summaryMaxLength)
    errors.summary = `At most ${formatCount(summaryMaxLength)} characters.`
  return errors
}
