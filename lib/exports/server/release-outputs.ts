import { outputFormats } from '@/lib/formats/output-formats'
import type { WriteOptions } from '@/lib/formats/output-format'
import type { StoredRecord } from '@/lib/formats/record'
import type { Split } from '../choose-split-side'
import type { ReleaseFormat } from '../release-manifest'
import { openParquetRows } from './parquet-rows'
import { openLineFile, type FileContext, type WrittenFile } from './release-files'

/** One format of one split. */
export interface Output {
  split: Split
  add(record: StoredRecord): Promise<void>
  close(): Promise<WrittenFile>
}

export async function openOutput(
  context: FileContext,
  format: ReleaseFormat,
  split: Split,
  options: WriteOptions,
): Promise<Output> {
  if (format === 'trl-stepwise-parquet') {
    const name = `trl-stepwise-${split}.parquet`
    const rows = await openParquetRows(context, options)
    return {
      split,
      add: (record) => rows.add(record),
      close: async () => ({ name, format, split, ...(await rows.close()) }),
    }
  }
  const output = outputFormats[format]
  const name = `${format}-${split}.${output.extension}`
  const lines = await openLineFile(context, output.header)
  return {
    split,
    add: (record) => lines.add(output.write(record, options)),
    close: async () => ({ name, format, split, ...(await lines.close()) }),
  }
}
