import { createHash, type Hash } from 'node:crypto'
import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import { makeLineExcerpt, readLines } from '@/lib/formats/read-lines'
import { wholeLineLocation } from '@/lib/formats/read-result'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { readHeldOutLine } from '../read-held-out-line'
import { hashStatement } from './hash-statement'
import { statementHashBytes } from './held-out-hashes.sql'

/** All lists of a release are in memory while it is written, at 32 bytes per problem. */
const maxProblems = 500_000
const maxListedErrors = 100
/** A file with more errors is of another kind, so reading on is a waste of time. */
const maxErrors = 10_000
const pageHashes = 20_000
/** Some milliseconds of work. */
const blockBytes = 16 * 1024

export interface HeldOutFile {
  problems: number
  /** Concatenated, unique SHA-256 of the normalised statements. */
  pages: Buffer[]
  /** Of the uploaded file. */
  sha256: Buffer<ArrayBuffer>
}

/**
 * Reads a list in blocks and yields to other work in between. One long line or garbage collection
 * can still block for some hundred milliseconds: see read-held-out-in-thread.ts. Throws
 * `invalid_lines` with the first invalid lines, or `too_large`.
 */
export async function readHeldOutFile(file: Uint8Array): Promise<HeldOutFile> {
  const fileHash = createHash('sha256')
  const hashes = new Set<string>()
  const pages: Buffer[] = []
  const listedErrors: LineError[] = []
  let invalidCount = 0
  for await (const line of readLines(cutBlocks(file, fileHash))) {
    const heldOutLine = 'error' in line ? null : readHeldOutLine(line.text)
    if (heldOutLine?.ok === true) {
      addOnce(hashes, pages, hashStatement(heldOutLine.statement))
      continue
    }
    invalidCount += 1
    if (invalidCount > maxErrors) break
    if (listedErrors.length < maxListedErrors)
      listedErrors.push(
        'error' in line
          ? line.error
          : makeLineError(line, heldOutLine as { location: string; reason: string }),
      )
  }
  if (invalidCount > 0)
    throw new AppError(
      'invalid_lines',
      `${invalidCount > maxErrors ? 'More than ' : ''}${formatQuantity(Math.min(invalidCount, maxErrors), 'line')} can’t be used. ${describeFirstError(listedErrors[0]!)} Nothing was added. Fix the file and add it again.`,
      { invalidLines: invalidCount, problems: listedErrors },
    )
  if (hashes.size === 0)
    throw new AppError('invalid_lines', 'The file contains no problems. Nothing was added.')
  if (hashes.size > maxProblems)
    throw new AppError(
      'too_large',
      `A list can have at most ${formatQuantity(maxProblems, 'problem')}. Nothing was added. Split it into several lists.`,
    )
  pages[pages.length - 1] = pages
    .at(-1)!
    .subarray(0, findOffsetInPage(hashes.size - 1) + statementHashBytes)
  return { problems: hashes.size, pages, sha256: fileHash.digest() }
}

/** `The first is line 4, at question: Expected text.` */
function describeFirstError({ line, location, reason }: LineError): string {
  const isNamed = location === wholeLineLocation || reason.includes(location)
  const locationText = isNamed ? '' : `, at ${location}`
  return `The first is line ${line}${locationText}: ${reason.replace(/\.$/u, '')}.`
}

/** Copies a new hash into the pages: half a million separate buffers would make garbage collection block everything. */
function addOnce(hashes: Set<string>, pages: Buffer[], hash: Buffer): void {
  const key = hash.toString('latin1')
  if (hashes.has(key)) return
  const offsetInPage = findOffsetInPage(hashes.size)
  if (offsetInPage === 0) pages.push(Buffer.alloc(pageHashes * statementHashBytes))
  hash.copy(pages.at(-1)!, offsetInPage)
  hashes.add(key)
}

const findOffsetInPage = (index: number) => (index % pageHashes) * statementHashBytes

function makeLineError(
  { line, offset, text }: { line: number; offset: number; text: string },
  { location, reason }: { location: string; reason: string },
): LineError {
  return { line, offset, location, reason, excerpt: makeLineExcerpt(text) }
}

async function* cutBlocks(file: Uint8Array, fileHash: Hash): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < file.length; offset += blockBytes) {
    const block = file.subarray(offset, offset + blockBytes)
    fileHash.update(block)
    yield block
    await yieldToOtherWork()
  }
}
