/**
 * Limits of one line. They bound memory and the width of database columns. Real data stays far
 * below.
 */
export const importLineLimits = {
  /** Bytes of one line without its line ending. */
  lineBytes: 1_048_576,
  /**
   * The same for a line in the stepmark format, which repeats parts of its source and has all
   * events.
   */
  stepmarkLineBytes: 16 * 1_048_576,
  /** Maximum nesting of objects and arrays; the line's own object is depth 1. */
  depth: 32,
  /** Steps of one solution. Step numbers are stored as 16-bit integers. */
  steps: 10_000,
  /** Options at one step: as many as one call can rate (lib/annotations/state-fields.ts). */
  optionsPerStep: 100,
  /**
   * Maximum number of reasons per line, because a line with ten thousand invalid steps needs no
   * more.
   */
  reasonsPerLine: 20,
} as const
