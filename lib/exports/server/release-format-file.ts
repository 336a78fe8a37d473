import type { WriteOptions } from '@/lib/formats/output-format'
import { outputFormats } from '@/lib/formats/output-formats'
import type { StoredRecord } from '@/lib/formats/record'
import type { Split } from '../choose-split-side'
import { parquetFormat, type ReleaseFormat, toRowFormat } from '../release-formats'
import { openParquetRowWriter } from './parquet-rows'
import {
  openReleaseLineFileWriter,
  type ReleaseFileContext,
  type WrittenReleaseFile,
} from './release-files'

/** One format of one split. */
export interface ReleaseFormatFileWriter {
  split: Split
  add(record: StoredRecord): Promise<void>
  close(): Promise<WrittenReleaseFile>
}

export async function openReleaseFormatFileWriter(
  context: ReleaseFileContext,
  format: ReleaseFormat,
  split: Split,
  options: WriteOptions,
): Promise<ReleaseFormatFileWriter> {
  if (format === parquetFormat) {
    const name = `${toRowFormat(format)}-${split}.parquet`
    const rows = await openParquetRowWriter(context, options)
    return {
      split,
      add: (record) => rows.add(record),
      close: async () => ({ name, format, split, ...(await rows.close()) }),
    }
  }
  const output = outputFormats[format]
  const name = `${format}-${split}.${output.extension}`
  const lines = await openReleaseLineFileWriter(context, output.header)
  return {
    split,
    add: (record) => lines.add(output.write(record, options)),
    close: async () => ({ name, format, split, ...(await lines.close()) }),
  }
}
