import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@/lib/platform/errors'
import { listMigrations } from '@/lib/platform/server/pending-migrations'
import { isOldDatabase } from '@/lib/platform/server/refuse-old-database'
import { backupManifestField, type BackupManifest, manifestName } from '../backup-manifest'
import { Measure } from './write-backup'

/** A backup whose files are all there and as they were written. Throws AppError where they are not. */
export async function openBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder)
  refuseUnknown(manifest)
  for (const { file, bytes, sha256 } of manifest.tables) {
    const measure = new Measure()
    try {
      await pipeline(createReadStream(join(folder, file)), measure, drain())
    } catch {
      throw refuse(`${file} is missing or cannot be read`)
    }
    const contents = measure.finish()
    if (contents.bytes !== bytes || contents.sha256 !== sha256)
      throw refuse(`${file} is not what was written: its SHA-256 is another`)
  }
  return manifest
}

const drain = () => new Writable({ write: (_chunk, _encoding, done) => done() })

async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string
  try {
    text = await readFile(join(folder, manifestName), 'utf8')
  } catch {
    throw refuse(`${folder} holds no ${manifestName}: it is no backup, or not a whole one`)
  }
  try {
    return backupManifestField.parse(JSON.parse(text))
  } catch {
    throw refuse(`${manifestName} cannot be understood`)
  }
}

function refuseUnknown({ migrations }: BackupManifest): void {
  if (isOldDatabase(migrations))
    throw refuse(
      'This backup was made by Stepmark 0.1.0. Restore it with commit 87fb817, export its labels there and import the file here',
    )
  const ours = listMigrations()
  const unknown = migrations.find((name, i) => ours[i] !== name)
  if (unknown !== undefined)
    throw refuse(
      `This Stepmark does not know the migration ${unknown} of the backup: restore with the version that made it, or a newer one`,
    )
}

const refuse = (why: string) => new AppError('invalid_input', `${why}. Nothing was restored.`)
