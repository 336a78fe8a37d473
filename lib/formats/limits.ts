/**
 * What one line may hold at most. They bound memory and the width of database columns; real data
 * stays far below.
 */
export const formatLimits = {
  /** Bytes of one line without its line ending. */
  lineBytes: 1_048_576,
  /** The same of a line of format `stepmark`, which says of a solution several times what its source said, and all events. */
  stepmarkLineBytes: 16 * 1_048_576,
  /** Nesting of objects and arrays; the line's own object is depth 1. */
  depth: 32,
  /** Steps of one solution. Step numbers are stored as 16-bit integers. */
  steps: 10_000,
  /** Options at one step: as many as one call can rate (lib/annotations/state-fields.ts). */
  optionsPerStep: 100,
  /** Reasons reported for one line: a line with ten thousand bad steps needs no more. */
  reasonsPerLine: 20,
} as const
