import type { WriteOptions } from '@/lib/formats/output-format'

/** Writes each line only when the caller takes it: a record can have thousands, which repeat the same long texts. */
export function* generateRecordLines<R>(
  output: { write(record: R, options: WriteOptions): Iterable<string> },
  records: readonly R[],
  options: WriteOptions,
): Generator<string> {
  for (const record of records) yield* output.write(record, options)
}
