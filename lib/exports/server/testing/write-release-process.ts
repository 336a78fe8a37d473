import { runReleaseJob } from '@/lib/exports/server/jobs'
import { closeDatabase } from '@/lib/platform/server/database'

/* A program that writes one release and can be killed. Its argument is the job's payload. */

await runReleaseJob(
  JSON.parse(process.argv[2]!) as Parameters<typeof runReleaseJob>[0],
  new AbortController().signal,
)
await closeDatabase()
