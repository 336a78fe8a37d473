import type { JobPayloads } from '@/lib/jobs/job'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { runRoundJob } from '@/lib/rounds/server/jobs'

// Started as a process by round-jobs.db.test.ts: runs one round job, and prints when it begins.
const payload = JSON.parse(process.argv[2] ?? '') as JobPayloads['round']
await getDatabase().$queryRaw`select 1`
process.stdout.write('started\n')
await runRoundJob(payload, new AbortController().signal)
await closeDatabase()
