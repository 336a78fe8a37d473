import type { FormulaOrCodeRange } from './find-formulas'

/** Start and end (exclusive) of a part of the text, in UTF-16 units. */
export type TextSpanTuple = readonly [start: number, end: number]

/**
 * Lines [start, end) without their newlines. A newline inside a display formula or code does not
 * end a line.
 */
export function listLineSpans(
  text: string,
  formulas: readonly FormulaOrCodeRange[],
): TextSpanTuple[] {
  const lines: TextSpanTuple[] = []
  const isInside = followRanges(formulas)
  let start = 0
  for (
    let position = text.indexOf('\n');
    position !== -1;
    position = text.indexOf('\n', position + 1)
  ) {
    if (isInside(position)) continue
    lines.push([start, position])
    start = position + 1
  }
  lines.push([start, text.length])
  return lines
}

/**
 * Cuts the text at step tags. A tag is the separate word `ки`.
 */
export function listSpansBetweenTags(
  text: string,
  formulas: readonly FormulaOrCodeRange[],
): TextSpanTuple[] {
  const parts: TextSpanTuple[] = []
  const isInside = followRanges(formulas)
  let start = 0
  for (const tag of text.matchAll(/(?<!\p{L})ки(?!\p{L})/gu)) {
    if (isInside(tag.index)) continue
    parts.push([start, tag.index])
    start = tag.index + tag[0].length
  }
  parts.push([start, text.length])
  return parts
}

/** Returns a function that tells whether a position is inside a display formula or code. Positions must increase. */
function followRanges(formulas: readonly FormulaOrCodeRange[]): (position: number) => boolean {
  const blockRanges = formulas.filter(({ kind }) => kind !== 'inline')
  let next = 0
  return (position) => {
    while (next < blockRanges.length && (blockRanges[next]?.end ?? 0) <= position) next += 1
    const range = blockRanges[next]
    return range !== undefined && range.start <= position
  }
}

const stepMarks = {
  heading: /[^\S\n]*#{1,4}[^\S\n]*Step[^\S\n]*\d/iy,
  'step-n': /[^\S\n]*(?:\*\*|__)?Step[^\S\n]*\d{1,6}(?:\*\*|__)?[^\S\n]*[:.]/iy,
}

/** Whether the line at `start` announces a numbered step. */
export function isNumberedStepStart(
  text: string,
  start: number,
  style: keyof typeof stepMarks,
): boolean {
  const mark = stepMarks[style]
  mark.lastIndex = start
  return mark.test(text)
}

/** The span without surrounding white space; none if nothing is left. */
export function trimSpan(text: string, start: number, end: number): [] | [TextSpanTuple] {
  const part = text.slice(start, end)
  const from = start + part.length - part.trimStart().length
  const to = end - part.length + part.trimEnd().length
  return from < to ? [[from, to]] : []
}

export function isBlankSpan(text: string, [start, end]: TextSpanTuple): boolean {
  return text.slice(start, end).trim() === ''
}

/** Whether the span is a Markdown heading and nothing else. */
export function isHeadingSpan(text: string, [start, end]: TextSpanTuple): boolean {
  return text[start] === '#' && /^#{1,6}(?:[^\S\n][^\n]*)?$/.test(text.slice(start, end))
}

/** Whether the span has only formulas and punctuation. */
export function isFormulaSpan(
  text: string,
  [start, end]: TextSpanTuple,
  formulas: readonly FormulaOrCodeRange[],
): boolean {
  let position = start
  for (let index = findFirst(formulas, start); position < end; index++) {
    const formula = formulas[index]
    const isMath = formula && formula.kind !== 'code' && formula.end <= end
    if (!isMath) return position > start && isPunctuation(text.slice(position, end))
    if (!isPunctuation(text.slice(position, formula.start))) return false
    position = formula.end
  }
  return true
}

function isPunctuation(text: string): boolean {
  return /^[\s.,;]*$/.test(text)
}

/** The index of the first range that starts at or after `start`. */
function findFirst(formulas: readonly FormulaOrCodeRange[], start: number): number {
  let low = 0
  let high = formulas.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((formulas[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
