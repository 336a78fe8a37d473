import type { Readable, Writable } from 'node:stream'

/** 0: success. 1: invalid data or a rejected request. 2: wrong usage. */
export type ExitStatus = 0 | 1 | 2

/** The terminal of a command. Tests replace it. */
export interface Terminal {
  input: Readable
  /** Standard output, for data only. */
  output: Writable
  /** Standard error, for messages and progress. */
  messages: Writable
  /** Whether messages go to a terminal, so that progress can be drawn. */
  isInteractive: boolean
  /** The first pause before a failed request is repeated; each further one is twice as long. */
  firstRetryMs: number
  /** Exit status, unless an error is thrown. */
  status: ExitStatus
}

const clearLine = '\r\u001b[K'

/** Prints a message line. */
export function printMessage(terminal: Terminal, text: string): void {
  terminal.messages.write(`${terminal.isInteractive ? clearLine : ''}${text}\n`)
}

/** Replaces the current line; an empty text clears it. */
export function showStatusLine(terminal: Terminal, text: string): void {
  if (terminal.isInteractive) terminal.messages.write(clearLine + text)
}

/** Prints a line of data. */
export function printLine(terminal: Terminal, text: string): void {
  terminal.output.write(`${text}\n`)
}

export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal, JSON.stringify(value, null, 2))
}

/** Makes untrusted text safe for a terminal: replaces control and bidirectional characters. */
export function sanitiseForTerminal(text: string): string {
  return text.replace(/(?!\t)[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

/** A text in one line. If it was cut, without its last word, which may be incomplete, and with an ellipsis. */
export function formatExcerpt(text: string, isCut: boolean): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return isCut ? `${line.replace(/ [^ ]*$/, '')} …` : line
}

/** Aligns rows in columns. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(sanitiseForTerminal))
  const widths: number[] = []
  for (const row of cells)
    row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)))
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
