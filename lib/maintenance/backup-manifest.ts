import { z } from '@/lib/platform/contract'

const nameField = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** Describes a backup. Written last, so a folder without a manifest is not a complete backup. */
export const backupManifestSchema = z.object({
  format: z.literal('stepmark-backup'),
  formatVersion: z.literal(1),
  /** Time of the snapshot, by the database clock. */
  takenAt: z.iso.datetime(),
  postgresql: z.string(),
  /** Migrations that were applied, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z
    .array(
      z.object({
        name: nameField,
        columns: z.array(nameField).min(1),
        rows: z.number().int().min(0),
        /** File name in the folder. */
        file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
  sequences: z.array(z.object({ name: nameField, last: z.string().regex(/^\d+$/) })),
})

export type BackupManifest = z.output<typeof backupManifestSchema>
export type BackedUpTable = BackupManifest['tables'][number]

export const backupManifestFileName = 'manifest.json'
