import type { WriteOptions } from '@/lib/formats/output-format'

/** Generates lines as they are read: a record can have thousands, with the same long texts. */
export function* generateRecordLines<R>(
  output: { write(record: R, options: WriteOptions): Iterable<string> },
  records: readonly R[],
  options: WriteOptions,
): Generator<string> {
  for (const record of records) yield* output.write(record, options)
}
