import { formatInstant } from '@/lib/platform/format'
import type { GuidelineReply } from './guideline'

/** The version, its date and changes, and whether it must be read. */
export function describeGuideline(reply: GuidelineReply, mustRead: boolean): string {
  const { guideline, latest, read } = reply
  if (!guideline) return 'No guideline yet. Admins and reviewers can write one.'
  const { version, publishedAt, publishedBy, summary } = guideline
  const sentences = [
    `Version ${version}, published on ${formatInstant(publishedAt)} UTC by ${publishedBy}.`,
  ]
  if (summary) sentences.push(endWithFullStop(`Changes: ${summary}`))
  if (version < latest) sentences.push(`The latest is version ${latest}.`)
  else if (mustRead && read === 0) sentences.push('Read this version before you label.')
  else if (mustRead) sentences.push(`You last read version ${read}.`)
  return sentences.join(' ')
}

function endWithFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
