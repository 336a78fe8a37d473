import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { findGuidelineChanges } from '../guideline-diff'
import { splitIntoSections } from '../guideline-passages'

/** Typesets a guideline by its sections, because a text has a limit of typeset formulas. */
export function typesetGuideline({ sections }: ReplyTypesetter, source: string): TypesetText {
  return sections(splitIntoSections(source))
}

/** The changes since an earlier version, typeset. */
export function typesetGuidelineChanges(
  typesetter: ReplyTypesetter,
  earlier: { version: number; text: string },
  currentText: string,
) {
  const changes = findGuidelineChanges(earlier.text, currentText)
  const typesetPassage = (source: string | null) =>
    source === null ? null : typesetGuideline(typesetter, source)
  return {
    since: earlier.version,
    isRewritten: changes === null,
    passages: (changes ?? []).map((change) => ({
      heading: change.heading,
      before: typesetPassage(change.before),
      after: typesetPassage(change.after),
    })),
  }
}
