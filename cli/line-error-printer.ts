import type { LineError } from '@/lib/formats/record'
import { formatQuantity } from '@/lib/platform/format'
import { printMessage, sanitiseForTerminal, type Terminal } from './terminal'

/** Maximum length of an excerpt. An excerpt of this length counts as cut. */
const excerptLength = 160

/** Per file: a small gzip file can have millions of errors. */
const maxPrintedErrors = 1_000

/** For commands that read what `validate` reads. */
export const validateHint = 'To write all of them to a file, use "stepmark validate --errors FILE".'

/** Prints the errors of one file. */
export class LineErrorPrinter {
  private count = 0

  /** @param hint where the other errors are, if there are too many to print */
  constructor(
    private readonly terminal: Terminal,
    private readonly fileName: string,
    private readonly hint = '',
  ) {}

  /** Prints the error like a compiler, `FILE:LINE: location: reason`, with the beginning of the line. */
  report({ line, location, reason, excerpt }: LineError): void {
    this.count += 1
    if (this.count > maxPrintedErrors) return
    const ellipsis = excerpt.length >= excerptLength ? '…' : ''
    printMessage(
      this.terminal,
      `${this.fileName}:${line}: ${sanitiseForTerminal(`${location}: ${reason}`)}\n    ${sanitiseForTerminal(excerpt)}${ellipsis}`,
    )
  }

  /** Prints how many errors were not printed. Call it once, also after an error. */
  end(): void {
    if (this.count <= maxPrintedErrors) return
    const remainingText = formatQuantity(this.count - maxPrintedErrors, 'more error')
    printMessage(
      this.terminal,
      `${this.fileName}: ${remainingText} not shown.${this.hint && ` ${this.hint}`}`,
    )
  }
}
