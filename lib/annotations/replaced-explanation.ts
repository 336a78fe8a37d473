import type { WorkState } from './work-state'

/** The annotator's own explanation that the last change replaced with a candidate; null if it replaced none. */
export function findReplacedExplanation({ changes, content }: WorkState): string | null {
  const lastChange = changes.at(-1)
  if (lastChange?.target.kind !== 'explanation') return null
  const { step } = lastChange.target
  const before = lastChange.before.errors?.[step]?.explanation
  const after = content.errors[step]?.explanation
  const wasReplaced = before?.option === null && after && after.option !== null
  return wasReplaced ? before.text : null
}
