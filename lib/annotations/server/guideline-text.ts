import { withColours } from '@/lib/problems/server/with-colours'
import { typesetText } from '@/lib/problems/typeset-text'
import type { TypesetText } from '@/lib/problems/typeset'
import { findGuidelineChanges } from '../guideline-diff'
import { cutSections } from '../guideline-passages'

/** In characters of what goes to the reader; a text of 100,000 characters may be nothing but formulas. */
const maxSet = 3_000_000

/**
 * A guideline as it is read. Set section by section, for a text is set with so many formulas and no more; what goes past
 * the bound of the whole comes as its source.
 */
export async function typesetGuideline(source: string): Promise<TypesetText> {
  const blocks: TypesetText = []
  let characters = 0
  for (const section of cutSections(source)) {
    const set = characters > maxSet ? showSource(section) : await withColours(typesetText(section))
    characters += JSON.stringify(set).length
    blocks.push(...set)
  }
  return blocks
}

/** What readers of a version are told of what is different, typeset. */
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
