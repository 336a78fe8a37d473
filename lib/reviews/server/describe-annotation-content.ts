import { findFirstErrorOfAnnotation } from '@/lib/formats/annotation-rules'
import type { ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import type { AnnotationContentRow } from './annotation-content.sql'

/** The content of an annotation in replies. Tags that the project no longer lists are shown as stored. */
export function describeAnnotationContent(
  typesetter: ReplyTypesetter,
  row: AnnotationContentRow,
  errorTags: readonly { tag: string; label: string }[],
) {
  const { finishReason, finishNote, ratings, flagged, stepTimesMs, activeMs, progress } = row
  const labels = new Map(errorTags.map((errorTag) => [errorTag.tag, errorTag.label]))
  return {
    finishReason,
    finishNote,
    ratings,
    flagged,
    stepTimesMs,
    activeMs,
    progress,
    error: findFirstErrorOfAnnotation(row),
    notes: row.notes.map(({ step, option, kind, text }) => ({
      step,
      option,
      kind,
      text: typesetter.text(text),
    })),
    options: row.options.map(({ step, option, rating, text }) => ({
      step,
      option,
      rating,
      text: typesetter.text(text),
    })),
    explanation: row.explanation === null ? null : typesetter.textWithSource(row.explanation),
    tags: row.tags.map((tag) => labels.get(tag) ?? tag),
  }
}
