import { upgradeFromV1 } from '@/lib/formats/read-stepmark-v1'
import { createHash } from 'node:crypto'
import type { InputLine } from '@/lib/formats/read-lines'
import { findLineFormat, type LineFormat } from './find-line-format'

export interface Change {
  kind: 'added' | 'removed' | 'changed'
  /** From 1; null where the line is only in the other file. */
  before: number | null
  after: number | null
  /** The annotation that the line is of; null in formats that name none. */
  annotation: string | null
}

export interface LineCounts {
  same: number
  added: number
  removed: number
  changed: number
}

interface KnownLine {
  line: number
  content: string
  annotation: string | null
}

/** Enough of a SHA-256 to tell lines apart. */
const hashLength = 22

/** A line that has no place in a comparison. */
export class UnreadableLine extends Error {
  override readonly name = 'UnreadableLine'

  constructor(
    readonly side: 'before' | 'after',
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason)
  }
}

/**
 * What became of the lines of a file in another of the same format, without regard to their order. Lines of our own
 * format are known by their annotation and can have changed; all others by what they say, and the same line twice is two
 * lines. Memory: some hundred bytes for each line. Gives the counts at the end. Throws `UnreadableLine` where the first
 * lines are of two formats.
 */
export async function* compareLines(
  before: AsyncIterable<InputLine>,
  after: AsyncIterable<InputLine>,
): AsyncGenerator<Change, LineCounts> {
  const known = new Map<string, KnownLine>()
  const counts: LineCounts = { same: 0, added: 0, removed: 0, changed: 0 }
  const namer = new LineNamer()
  for await (const [key, line] of nameLines('before', before, namer)) known.set(key, line)
  for await (const [key, line] of nameLines('after', after, namer)) {
    const { annotation } = line
    const old = known.get(key)
    known.delete(key)
    if (old?.content === line.content) counts.same += 1
    else if (old) {
      counts.changed += 1
      yield { kind: 'changed', before: old.line, after: line.line, annotation }
    } else {
      counts.added += 1
      yield { kind: 'added', before: null, after: line.line, annotation }
    }
  }
  counts.removed = known.size
  for (const { line, annotation } of known.values())
    yield { kind: 'removed', before: line, after: null, annotation }
  return counts
}

async function* nameLines(
  side: 'before' | 'after',
  lines: AsyncIterable<InputLine>,
  namer: LineNamer,
): AsyncGenerator<[string, KnownLine]> {
  const seen = new Map<string, number>()
  for await (const input of lines) {
    if ('problem' in input) throw new UnreadableLine(side, input.line, input.problem.reason)
    if (seen.size === 0) refuseOtherFormat(side, input, namer)
    const annotation = namer.findAnnotation(input.text)
    if (annotation === undefined)
      throw new UnreadableLine(side, input.line, 'It is of another format than the first line.')
    const content = hash(input.text)
    const name = annotation ?? content
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    yield [`${name} ${times}`, { line: input.line, content, annotation }]
  }
}

function refuseOtherFormat(
  side: 'before' | 'after',
  { line, text }: { line: number; text: string },
  namer: LineNamer,
): void {
  const format = findLineFormat(text)
  namer.format ??= { name: format }
  const other = namer.format.name
  if (format === other) return
  const name = (known: LineFormat | null) => (known === null ? 'none that is known' : known)
  throw new UnreadableLine(
    side,
    line,
    `It is of another format than the other file: ${name(format)}, and there ${name(other)}. "stepmark convert" makes one of the other.`,
  )
}

/** The very first line says what names the lines of both files. */
class LineNamer {
  /** Of that line; null until it was read. */
  format: { name: LineFormat | null } | null = null
  private isOurs: boolean | null = null

  /** Null in formats that name none; undefined for a line of another format than the first. */
  findAnnotation(text: string): string | null | undefined {
    if (this.isOurs === false) return looksOurs(text) ? undefined : null
    const annotation = looksOurs(text) ? readAnnotation(text) : null
    this.isOurs ??= annotation !== null
    return this.isOurs ? (annotation ?? undefined) : null
  }
}

const looksOurs = (text: string) => /^\s*\{\s*"format"\s*:\s*"stepmark"/.test(text)

function readAnnotation(text: string): string | null {
  try {
    const { annotation } = upgradeFromV1(JSON.parse(text)) as { annotation?: { id?: unknown } }
    return typeof annotation?.id === 'string' ? annotation.id : null
  } catch {
    return null
  }
}

const hash = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, hashLength)
