import { z } from '@/lib/platform/contract'

const nameField = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** What a folder of a backup says of itself. Written last: a folder without it is no backup. */
export const backupManifestField = z.object({
  format: z.literal('stepmark-backup'),
  formatVersion: z.literal(1),
  /** The instant that all of it is of, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgresql: z.string(),
  /** Every migration that the database had, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z
    .array(
      z.object({
        name: nameField,
        columns: z.array(nameField).min(1),
        rows: z.number().int().min(0),
        /** In the folder. */
        file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
  sequences: z.array(z.object({ name: nameField, last: z.string().regex(/^\d+$/) })),
})

export type BackupManifest = z.output<typeof backupManifestField>
export type BackedUpTable = BackupManifest['tables'][number]

export const manifestName = 'manifest.json'
