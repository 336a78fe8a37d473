import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { LineError } from '@/lib/formats/record'
import { readSystemErrorCode, UsageError } from './errors'

const bufferCharacters = 256 * 1024

/** A file with all errors of a check, one JSON object per line. */
export class LineErrorFileWriter {
  count = 0
  private pendingText = ''

  private constructor(private readonly descriptor: number) {}

  /**
   * Creates or replaces a file. Throws `UsageError` if that is not possible, or if it is one of the files that are read.
   */
  static open(path: string, inputs: readonly (string | undefined)[]): LineErrorFileWriter {
    for (const input of inputs)
      if (isSameFile(path, input)) throw makeFileError(path, 'it is the file that is read')
    try {
      return new LineErrorFileWriter(openSync(path, 'w'))
    } catch (error) {
      const reason = reasons[readSystemErrorCode(error) ?? '']
      throw reason ? makeFileError(path, reason) : error
    }
  }

  add(error: LineError): void {
    this.count += 1
    this.pendingText += `${JSON.stringify(error)}\n`
    if (this.pendingText.length >= bufferCharacters) this.flush()
  }

  close(): void {
    try {
      this.flush()
    } finally {
      closeSync(this.descriptor)
    }
  }

  /** Synchronous, so that errors found faster than they are written need no memory. */
  private flush(): void {
    let bytes: Uint8Array = Buffer.from(this.pendingText)
    this.pendingText = ''
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.descriptor, bytes))
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you don’t have permission to write it',
}

const makeFileError = (path: string, reason: string) =>
  new UsageError(`Can’t write the errors to ${path}: ${reason}. Nothing was checked.`)

/** `input` is a path, or standard input if it is `-` or undefined. */
function isSameFile(path: string, input = '-'): boolean {
  const target = statSync(path, { throwIfNoEntry: false })
  if (!target?.isFile()) return false
  const source = input === '-' ? findStandardInput() : statSync(input, { throwIfNoEntry: false })
  return source?.dev === target.dev && source.ino === target.ino
}

function findStandardInput() {
  try {
    return fstatSync(0)
  } catch {
    return undefined
  }
}
