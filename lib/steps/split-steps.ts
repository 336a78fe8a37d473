import { findFormulasAndCode, type FormulaOrCodeRange } from './find-formulas'
import {
  listLineSpans,
  listSpansBetweenTags,
  isBlankSpan,
  isHeadingSpan,
  isFormulaSpan,
  isNumberedStepStart,
  trimSpan,
  type TextSpanTuple,
} from './text-spans'

/**
 * The ways in which a text marks its steps, in the order in which `auto` detects them.
 *
 * - `step-tag`: the tag `ки` after each step (Math-Shepherd)
 * - `heading`: `## Step 1`, at least twice
 * - `step-n`: `Step 1:` or `Step 1.`, at least twice
 * - `blank-line`: paragraphs
 * - `line`: lines (PRM800K, GSM8K)
 */
export const splitStyles = ['step-tag', 'heading', 'step-n', 'blank-line', 'line'] as const
export type SplitStyle = (typeof splitStyles)[number]

/**
 * Increase it whenever a text could be split differently, because labels are invalid when steps
 * change.
 */
export const splitterVersion = 1

export interface SplitResult {
  /** The style used, never `auto`. */
  style: SplitStyle
  version: number
  /** [start, end) of each step in the text, in UTF-16 units. */
  spans: TextSpanTuple[]
  /** `text.slice(...spans[i])`: trimmed, never empty. */
  steps: string[]
}

/**
 * Splits a solution's text into steps. No text is lost: spans are sorted and disjoint, and only
 * white space, or tags in style `step-tag`, is between them. A blank text has no steps, any other
 * at least one.
 *
 * Never splits inside display formulas and fenced code. In paragraphs and lines, a heading alone
 * joins the next part, a formula alone joins the previous one, and a part that ends in a colon
 * joins the next.
 *
 * Splitting a step again in the same style gives that one step.
 */
export function splitSteps(text: string, style: SplitStyle | 'auto' = 'auto'): SplitResult {
  const formulas = findFormulasAndCode(text)
  const source: Source = { text, formulas, lines: listLineSpans(text, formulas) }
  const usedStyle = style === 'auto' ? detectStyle(source) : style
  const parts = cutParts(source, usedStyle)
  const isProse = usedStyle === 'blank-line' || usedStyle === 'line'
  const spans = isProse ? joinParts(source, parts) : parts
  // A text that consists only of tags becomes one step.
  if (spans.length === 0) spans.push(...trimSpan(text, 0, text.length))
  const steps = spans.map(([start, end]) => text.slice(start, end))
  return { style: usedStyle, version: splitterVersion, spans, steps }
}

/** A text with its formulas and code. */
interface Source {
  text: string
  formulas: readonly FormulaOrCodeRange[]
  lines: readonly TextSpanTuple[]
}

function detectStyle(source: Source): SplitStyle {
  const { text, formulas, lines } = source
  if (listSpansBetweenTags(text, formulas).length > 1) return 'step-tag'
  for (const style of ['heading', 'step-n'] as const) {
    // A single mark would leave the rest of the text as one step.
    if (lines.filter(([start]) => isNumberedStepStart(text, start, style)).length >= 2) return style
  }
  // PRM800K's generator writes one step per line, but puts its answer after a blank line.
  const answer = text.search(/\n[^\S\n]*\n# Answer\n/)
  const body = answer < 0 ? text.length : answer
  const paragraphs = cutParts(source, 'blank-line').filter(([start]) => start < body)
  return paragraphs.length >= 2 ? 'blank-line' : 'line'
}

/** Cuts the text at every mark of a style, and trims the parts. */
function cutParts({ text, formulas, lines }: Source, style: SplitStyle): TextSpanTuple[] {
  if (style === 'step-tag') {
    return listSpansBetweenTags(text, formulas).flatMap(([start, end]) =>
      trimSpan(text, start, end),
    )
  }
  const parts: TextSpanTuple[] = []
  let start = 0
  let end = 0
  for (const line of lines) {
    const cutsBefore =
      style === 'line' ||
      (style === 'blank-line' ? isBlankSpan(text, line) : isNumberedStepStart(text, line[0], style))
    if (cutsBefore) {
      parts.push(...trimSpan(text, start, end))
      start = line[0]
    }
    end = line[1]
  }
  parts.push(...trimSpan(text, start, end))
  return parts
}

/**
 * Whether two parts are joined depends only on these two parts, so splitting a step again does not
 * change it.
 */
function joinParts({ text, formulas }: Source, parts: TextSpanTuple[]): TextSpanTuple[] {
  const spans: TextSpanTuple[] = []
  let joinsNext = false
  for (const part of parts) {
    const last = spans.at(-1)
    if (last && (joinsNext || isFormulaSpan(text, part, formulas))) {
      spans[spans.length - 1] = [last[0], part[1]]
    } else {
      spans.push(part)
    }
    joinsNext = isHeadingSpan(text, part) || endsInColon(text, part)
  }
  return spans
}

/** True also for a bold colon: `**Case 1:**`. */
function endsInColon(text: string, [start, end]: TextSpanTuple): boolean {
  return /[:：][*_]{0,3}$/.test(text.slice(Math.max(start, end - 4), end))
}
