import { runEvaluationJob } from '@/lib/evaluation/server/jobs'
import type { JobPayloads } from '@/lib/jobs/job'
import { closeDatabase } from '@/lib/platform/server/database'

// A process of evaluation.db.test.ts: runs one evaluation.
const payload = JSON.parse(process.argv[2] ?? '') as JobPayloads['evaluate']
await runEvaluationJob(payload, new AbortController().signal)
await closeDatabase()
