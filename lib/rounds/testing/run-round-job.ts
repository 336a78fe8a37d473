import type { JobPayloads } from '@/lib/jobs/job'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { runRoundJob } from '@/lib/rounds/server/jobs'

// A process of round-jobs.db.test.ts: does one round, and says when it begins.
const payload = JSON.parse(process.argv[2] ?? '') as JobPayloads['round']
await getDatabase().$queryRaw`select 1`
process.stdout.write('begun\n')
await runRoundJob(payload, new AbortController().signal)
await closeDatabase()
