import { formatInstant } from '@/lib/platform/format'
import type { GuidelineReply } from './guideline'

/** What the page says first: which version this is, of when, what is new, and whether one has read it. */
export function describeGuideline(reply: GuidelineReply, mustRead: boolean): string {
  const { guideline, latest, read } = reply
  if (!guideline)
    return 'This project has no guideline yet. Its admins and reviewers can write one.'
  const { version, publishedAt, publishedBy, summary } = guideline
  const words = [
    `Version ${version}, published on ${formatInstant(publishedAt)} UTC by ${publishedBy}.`,
  ]
  if (summary) words.push(endSentence(`New in it: ${summary}`))
  if (version < latest) words.push(`It is out of date: the latest is version ${latest}.`)
  else if (mustRead && read === 0) words.push('Read it before you label; the way on is below.')
  else if (mustRead) words.push(`You last read version ${read}.`)
  return words.join(' ')
}

function endSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}
