import { type StoredFileWriter, openFileWriter } from '@/lib/files/server/stored-files'
import type { WriteTransaction } from '@/lib/platform/server/run-transaction'
import type { ReleaseManifestFile } from '../release-manifest'

/** A complete file of a release. */
export interface WrittenReleaseFile extends ReleaseManifestFile {
  fileId: string
}

/** Where files are written. */
export interface ReleaseFileContext {
  writer: WriteTransaction
  projectId: string
}

export interface ReleaseLineFileWriter {
  add(lines: Iterable<string>): Promise<void>
  close(): Promise<Pick<WrittenReleaseFile, 'fileId' | 'bytes' | 'sha256' | 'rows'>>
}

const maxPendingLength = 256 * 1024

/** @param header first line that is not a row; null for none */
export async function openReleaseLineFileWriter(
  { writer, projectId }: ReleaseFileContext,
  header: string | null = null,
): Promise<ReleaseLineFileWriter> {
  const file = await openFileWriter(writer, projectId)
  let pending = header === null ? '' : `${header}\n`
  let rows = 0
  return {
    async add(lines) {
      for (const line of lines) {
        pending += `${line}\n`
        rows += 1
        if (pending.length < maxPendingLength) continue
        const piece = pending
        pending = ''
        await file.write(piece)
      }
    },
    async close() {
      if (pending !== '') await file.write(pending)
      return { ...(await closeReleaseFile(file)), rows }
    },
  }
}

/** A file about the release as a whole. */
export async function writeReleaseTextFile(
  { writer, projectId }: ReleaseFileContext,
  name: string,
  text: string,
): Promise<WrittenReleaseFile> {
  const file = await openFileWriter(writer, projectId)
  await file.write(text)
  return { name, format: null, split: null, ...(await closeReleaseFile(file)), rows: null }
}

/** Closes a file, and describes it as in a manifest. */
export async function closeReleaseFile(
  file: StoredFileWriter,
): Promise<Pick<WrittenReleaseFile, 'fileId' | 'bytes' | 'sha256'>> {
  const { fileId, bytes, sha256 } = await file.close()
  return { fileId, bytes, sha256: sha256.toString('hex') }
}
