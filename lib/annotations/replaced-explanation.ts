import type { WorkState } from './work-state'

/** The annotator's own explanation that the last change replaced with a candidate; null if it did not. */
export function findReplacedExplanation({ changes, content }: WorkState): string | null {
  const last = changes.at(-1)
  if (last?.target.kind !== 'explanation') return null
  const { step } = last.target
  const before = last.before.errors?.[step]?.explanation
  const after = content.errors[step]?.explanation
  const wasReplaced = before?.option === null && after && after.option !== null
  return wasReplaced ? before.text : null
}
