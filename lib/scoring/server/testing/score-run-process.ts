import { closeDatabase } from '@/lib/platform/server/database'
import { runScoreJob } from '@/lib/scoring/server/score-jobs'

/* A process that works at one score run, to be killed: `node --import tsx score-run-process.ts PAYLOAD`. */

await runScoreJob(
  JSON.parse(process.argv[2]!) as Parameters<typeof runScoreJob>[0],
  new AbortController().signal,
)
await closeDatabase()
