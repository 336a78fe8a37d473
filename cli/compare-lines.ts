import { createHash } from 'node:crypto'
import type { InputLine } from '@/lib/formats/read-lines'
import { upgradeStepmarkV1Line } from '@/lib/formats/read-stepmark-v1'
import { detectLineFormat, type LineFormat } from './detect-line-format'

export interface LineChange {
  kind: 'added' | 'removed' | 'changed'
  /** Line numbers in the two files, from 1; null in a file without the line. */
  before: number | null
  after: number | null
  /** Annotation id of the line; null in formats without ids. */
  annotation: string | null
}

export interface LineChangeCounts {
  same: number
  added: number
  removed: number
  changed: number
}

interface IndexedLine {
  line: number
  content: string
  annotation: string | null
}

/** Enough of a SHA-256 to distinguish lines. */
const hashLength = 22

/** A line that can't be compared. */
export class UnreadableLineError extends Error {
  override readonly name = 'UnreadableLineError'

  constructor(
    readonly side: 'before' | 'after',
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason)
  }
}

/**
 * Compares the lines of two files in the same format, in any order. Yields the changes and returns the counts. Lines in the
 * stepmark format are matched by annotation id and can change; others are matched by content, with duplicates counted.
 * Memory: some hundred bytes per line. Throws `UnreadableLineError` for a line that can't be read or has another format.
 */
export async function* compareLines(
  before: AsyncIterable<InputLine>,
  after: AsyncIterable<InputLine>,
): AsyncGenerator<LineChange, LineChangeCounts> {
  const linesByKey = new Map<string, IndexedLine>()
  const counts: LineChangeCounts = { same: 0, added: 0, removed: 0, changed: 0 }
  const namer = new LineNamer()
  for await (const [key, line] of nameLines('before', before, namer)) linesByKey.set(key, line)
  for await (const [key, line] of nameLines('after', after, namer)) {
    const { annotation } = line
    const earlierLine = linesByKey.get(key)
    linesByKey.delete(key)
    if (earlierLine?.content === line.content) counts.same += 1
    else if (earlierLine) {
      counts.changed += 1
      yield { kind: 'changed', before: earlierLine.line, after: line.line, annotation }
    } else {
      counts.added += 1
      yield { kind: 'added', before: null, after: line.line, annotation }
    }
  }
  counts.removed = linesByKey.size
  for (const { line, annotation } of linesByKey.values())
    yield { kind: 'removed', before: line, after: null, annotation }
  return counts
}

async function* nameLines(
  side: 'before' | 'after',
  lines: AsyncIterable<InputLine>,
  namer: LineNamer,
): AsyncGenerator<[string, IndexedLine]> {
  const occurrences = new Map<string, number>()
  for await (const input of lines) {
    if ('error' in input) throw new UnreadableLineError(side, input.line, input.error.reason)
    if (occurrences.size === 0) rejectOtherFormat(side, input, namer)
    const annotation = namer.findAnnotation(input.text)
    if (annotation === undefined)
      throw new UnreadableLineError(side, input.line, 'Its format differs from the first line.')
    const content = hash(input.text)
    const name = annotation ?? content
    const occurrence = (occurrences.get(name) ?? 0) + 1
    occurrences.set(name, occurrence)
    yield [`${name} ${occurrence}`, { line: input.line, content, annotation }]
  }
}

function rejectOtherFormat(
  side: 'before' | 'after',
  { line, text }: { line: number; text: string },
  namer: LineNamer,
): void {
  const format = detectLineFormat(text)
  namer.format ??= { name: format }
  const firstFormat = namer.format.name
  if (format === firstFormat) return
  const name = (lineFormat: LineFormat | null) => lineFormat ?? 'an unknown format'
  throw new UnreadableLineError(
    side,
    line,
    `The files have different formats: ${name(firstFormat)} and ${name(format)}. Convert one with "stepmark convert".`,
  )
}

/** Finds the annotation ids of lines. The very first line decides whether the lines have ids. */
class LineNamer {
  /** Format of the first line; null until it is read. */
  format: { name: LineFormat | null } | null = null
  private isStepmark: boolean | null = null

  /** The id of a line; null in formats without ids; undefined if the line is in another format than the first. */
  findAnnotation(text: string): string | null | undefined {
    if (this.isStepmark === false) return isStepmarkLine(text) ? undefined : null
    const annotation = isStepmarkLine(text) ? readAnnotation(text) : null
    this.isStepmark ??= annotation !== null
    return this.isStepmark ? (annotation ?? undefined) : null
  }
}

const isStepmarkLine = (text: string) => /^\s*\{\s*"format"\s*:\s*"stepmark"/.test(text)

function readAnnotation(text: string): string | null {
  try {
    const { annotation } = upgradeStepmarkV1Line(JSON.parse(text)) as {
      annotation?: { id?: unknown }
    }
    return typeof annotation?.id === 'string' ? annotation.id : null
  } catch {
    return null
  }
}

const hash = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, hashLength)
