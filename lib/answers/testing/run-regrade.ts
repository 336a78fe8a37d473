import { runRegradeJob } from '@/lib/answers/server/regrade-jobs'
import type { JobPayloads } from '@/lib/jobs/job'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'

// A process of regrade.db.test.ts: runs one regrade and reports its start.
const payload = JSON.parse(process.argv[2] ?? '') as JobPayloads['regrade']
await getDatabase().$queryRaw`select 1`
process.stdout.write('started\n')
await runRegradeJob(payload, new AbortController().signal)
await closeDatabase()
