import { closeDatabase } from '@/lib/platform/server/database'
import { runReleaseJob } from '@/lib/exports/server/jobs'

/*
 * A process that writes one release and can be killed: `node --import tsx write-release-process.ts
 * PAYLOAD`.
 */

await runReleaseJob(
  JSON.parse(process.argv[2]!) as Parameters<typeof runReleaseJob>[0],
  new AbortController().signal,
)
await closeDatabase()
