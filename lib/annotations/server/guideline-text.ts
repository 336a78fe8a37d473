import { addCodeColours } from '@/lib/problems/server/add-code-colours'
import { typesetText } from '@/lib/problems/typeset-text'
import type { TypesetText } from '@/lib/problems/typeset'
import { findGuidelineChanges } from '../guideline-diff'
import { cutSections } from '../guideline-passages'

/** In characters of the reply. A text of 100,000 characters can consist of formulas only. */
const maxSet = 3_000_000

/**
 * A typeset guideline. Each section is typeset separately, because a text has a limit of typeset
 * formulas. Beyond the total limit, formulas are shown as source.
 */
export async function typesetGuideline(source: string): Promise<TypesetText> {
  const blocks: TypesetText = []
  let characters = 0
  for (const section of cutSections(source)) {
    const set =
      characters > maxSet ? showSource(section) : await addCodeColours(typesetText(section))
    characters += JSON.stringify(set).length
    blocks.push(...set)
  }
  return blocks
}

/** The changes for readers of a version, typeset. */
export async function typesetChanges(before: { version: number; text: string }, now: string) {
  const changes = findGuidelineChanges(before.text, now)
  const passages = []
  let characters = 0
  for (const { heading, before: was, after: is } of changes ?? []) {
    const passage = {
      heading,
      before: was === null ? null : await typesetGuideline(was),
      after: is === null ? null : await typesetGuideline(is),
    }
    characters += JSON.stringify(passage).length
    if (characters > maxSet) return { since: before.version, isRewritten: true, passages: [] }
    passages.push(passage)
  }
  return { since: before.version, isRewritten: changes === null, passages }
}

const showSource = (source: string): TypesetText => [
  { kind: 'paragraph', pieces: [{ kind: 'text', text: source }] },
]
