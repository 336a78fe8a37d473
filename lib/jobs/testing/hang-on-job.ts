import { runJobs } from '@/lib/jobs/server/run-jobs'

// A process of run-jobs.db.test.ts: starts an import job, prints a line and never ends the job.
await runJobs({
  import: async () => {
    process.stdout.write('started\n')
    return new Promise(() => undefined)
  },
  release: async () => undefined,
  regrade: async () => undefined,
  round: async () => undefined,
  score: async () => undefined,
  train: async () => undefined,
  evaluate: async () => undefined,
  agreement: async () => undefined,
  mail: async () => undefined,
  'sweep-files': async () => undefined,
  'find-lost-jobs': async () => undefined,
  'deliver-webhooks': async () => undefined,
})
