import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { openFileWriter } from '@/lib/files/server/stored-files'
import type { WriteOptions } from '@/lib/formats/output-format'
import type { StoredRecord } from '@/lib/formats/record'
import { generateTrlRows, type TrlRow } from '@/lib/formats/trl-stepwise'
import { closeReleaseFile, type ReleaseFileContext, type WrittenReleaseFile } from './release-files'

/**
 * Lists as three levels, set explicitly: otherwise they become JSON texts, which trainers don't
 * read as lists.
 */
const schema: ConstructorParameters<typeof ParquetWriter>[0]['schema'] = [
  { name: 'root', num_children: 3 },
  { name: 'prompt', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  ...describeList('completions', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
  ...describeList('labels', { type: 'BOOLEAN' }),
]

function describeList(
  name: string,
  element: Pick<(typeof schema)[number], 'type' | 'converted_type'>,
): typeof schema {
  return [
    { name, converted_type: 'LIST', repetition_type: 'REQUIRED', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...element, repetition_type: 'OPTIONAL' },
  ]
}

/** A row group is in memory, as texts and as bytes. */
const groupRows = 20_000
const groupCharacters = 8 * 1024 * 1024

/**
 * Rows for TRL's stepwise supervision as Parquet, one row group at a time. The same rows give the
 * same bytes.
 */
export async function openParquetRowWriter(
  { writer, projectId }: ReleaseFileContext,
  options: WriteOptions,
) {
  const file = await openFileWriter(writer, projectId)
  const bytes = new ByteWriter()
  const parquet = new ParquetWriter({ writer: bytes, schema, createdBy: 'stepmark' })
  let group: TrlRow[] = []
  let characters = 0
  let rows = 0

  const flush = async () => {
    await file.write(bytes.getBytes())
    bytes.index = 0 // Flushed; `offset` continues to count.
  }
  const writeGroup = async () => {
    if (group.length === 0) return
    const columnData = [
      { name: 'prompt', data: group.map(({ prompt }) => prompt) },
      { name: 'completions', data: group.map(({ completions }) => completions) },
      { name: 'labels', data: group.map(({ labels }) => labels) },
    ]
    await parquet.write({ columnData, rowGroupSize: group.length })
    await flush()
    group = []
    characters = 0
  }
  return {
    async add(record: StoredRecord): Promise<void> {
      for (const row of generateTrlRows(record, options)) {
        group.push(row)
        rows += 1
        characters += row.prompt.length
        for (const completion of row.completions) characters += completion.length
        if (group.length >= groupRows || characters >= groupCharacters) await writeGroup()
      }
    },
    async close(): Promise<Pick<WrittenReleaseFile, 'fileId' | 'bytes' | 'sha256' | 'rows'>> {
      await writeGroup()
      await parquet.finish()
      await flush()
      return { ...(await closeReleaseFile(file)), rows }
    },
  }
}
