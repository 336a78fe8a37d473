import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@/lib/platform/errors'
import { listMigrationFolders } from '@/lib/platform/server/pending-migrations'
import { isUnsupportedDatabase } from '@/lib/platform/server/unsupported-database'
import {
  backupManifestSchema,
  type BackupManifest,
  backupManifestFileName,
} from '../backup-manifest'
import { ChecksumStream } from './write-backup'

/** Reads the manifest and verifies the checksum of each file. Throws AppError if a file is missing or
 * changed, or this version does not know a migration of the backup. */
export async function readVerifiedBackupManifest(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  rejectUnknownMigrations(manifest)
  for (const { file, bytes, sha256 } of manifest.tables) {
    const checksum = new ChecksumStream()
    try {
      await pipeline(createReadStream(join(folder, file)), checksum, discardBytes())
    } catch {
      throw restoreError(`${file} is missing or can’t be read`)
    }
    const contents = checksum.finish()
    if (contents.bytes !== bytes || contents.sha256 !== sha256)
      throw restoreError(`${file} was changed: its SHA-256 does not match`)
  }
  return manifest
}

const discardBytes = () => new Writable({ write: (_chunk, _encoding, callback) => callback() })

async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string
  try {
    text = await readFile(join(folder, backupManifestFileName), 'utf8')
  } catch {
    throw restoreError(`${folder} has no ${backupManifestFileName}, so it is not a complete backup`)
  }
  try {
    return backupManifestSchema.parse(JSON.parse(text))
  } catch {
    throw restoreError(`${backupManifestFileName} is not a valid manifest`)
  }
}

function rejectUnknownMigrations({ migrations }: BackupManifest): void {
  if (isUnsupportedDatabase(migrations))
    throw restoreError(
      'This backup was made by Stepmark 0.1.0. Restore it with commit 87fb817, export its labels there and import the file here',
    )
  const ownMigrations = listMigrationFolders()
  const unknown = migrations.find((name, i) => ownMigrations[i] !== name)
  if (unknown !== undefined)
    throw restoreError(
      `This version of Stepmark does not know the migration ${unknown} of the backup. Restore with the version that made it, or a newer one`,
    )
}

const restoreError = (reason: string) =>
  new AppError('invalid_input', `${reason}. Nothing was restored.`)
