import { runImportJob } from '@/lib/imports/server/jobs'
import type { JobPayloads } from '@/lib/jobs/job'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'

// A process for import-faults.db.test.ts: runs one import and reports when it begins.
const payload = JSON.parse(process.argv[2] ?? '') as JobPayloads['import']
await getDatabase().$queryRaw`select 1`
process.stdout.write('started\n')
await runImportJob(payload, new AbortController().signal)
await closeDatabase()
