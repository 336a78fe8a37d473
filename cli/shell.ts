import type { Readable, Writable } from 'node:stream'

/** 0: done. 1: the data has errors, or was refused. 2: wrong usage. */
export type ExitStatus = 0 | 1 | 2

/** What a command has of the terminal. Tests hold the other ends. */
export interface Shell {
  input: Readable
  /** Standard output: data and nothing else. */
  output: Writable
  /** Standard error: words and progress. */
  messages: Writable
  /** Somebody watches the messages: progress may be drawn. */
  isWatched: boolean
  /** How the process will end, unless something is thrown. */
  status: ExitStatus
}

const clearLine = '\r\u001b[K'

/** Words for the person, on a line of their own. */
export function say(shell: Shell, text: string): void {
  shell.messages.write(`${shell.isWatched ? clearLine : ''}${text}\n`)
}

/** Replaces the line that the cursor is on; an empty text clears it. */
export function sayInPlace(shell: Shell, text: string): void {
  if (shell.isWatched) shell.messages.write(clearLine + text)
}

/** A line of data. */
export function print(shell: Shell, text: string): void {
  shell.output.write(`${text}\n`)
}

export function printJson(shell: Shell, value: unknown): void {
  print(shell, JSON.stringify(value, null, 2))
}

/**
 * Text from a file or from other people, safe to show in a terminal: no control characters, which could move the cursor
 * or hide what stands there, and nothing that reorders what follows.
 */
export function showText(text: string): string {
  return text.replace(/(?!\t)[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

/** Rows in columns, each as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(showText))
  const widths: number[] = []
  for (const row of shown)
    row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)))
  return shown
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
