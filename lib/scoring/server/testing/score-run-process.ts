import { closeDatabase } from '@/lib/platform/server/database'
import { runScoreJob } from '@/lib/scoring/server/score-jobs'

/* A process that works on one score run, for tests that kill it. */

await runScoreJob(
  JSON.parse(process.argv[2]!) as Parameters<typeof runScoreJob>[0],
  new AbortController().signal,
)
await closeDatabase()
