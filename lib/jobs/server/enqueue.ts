import type { Db, PgBoss } from 'pg-boss'
import { Prisma } from '@/lib/generated/prisma/client'
import { callAfterCommit } from '@/lib/platform/server/after-commit'
import type { Transaction } from '@/lib/platform/server/database'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import type { JobName, JobPayloads } from '../job'
import { makePgBoss, createJobQueues, type QueuedJob } from './pg-boss'
import { announceQueuedJobInThread } from './queued-job-channel'

/**
 * Adds a job in the caller's transaction: it starts after the commit, and disappears with a rollback. Any process with
 * lib/jobs/server/run-jobs.ts runs it: the job thread of this process at once if a command queued it, otherwise at the next
 * poll.
 */
export async function enqueueJob<N extends JobName>(
  db: Transaction,
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  const boss = await getSender()
  const job: QueuedJob<N> = { payload, failures: 0, deaths: 0 }
  await boss.send(name, job, { db: adaptTransaction(db) })
  callAfterCommit(db, () => announceQueuedJobInThread(name))
}

const processGlobals = globalThis as { stepmarkJobSender?: { url: string; boss: Promise<PgBoss> } }

/**
 * pg-boss, used only to write statements, which run in the callers' transactions, so its own connection is closed again.
 * Opened at first use.
 */
function getSender(): Promise<PgBoss> {
  const url = readDatabaseUrl()
  const existing = processGlobals.stepmarkJobSender
  if (existing?.url === url) return existing.boss
  const boss = openSender()
  const sender = { url, boss }
  processGlobals.stepmarkJobSender = sender
  boss.catch(() => {
    if (processGlobals.stepmarkJobSender === sender) delete processGlobals.stepmarkJobSender
  })
  return boss
}

async function openSender(): Promise<PgBoss> {
  const boss = makePgBoss('send')
  try {
    await createJobQueues(boss)
    // A restart loads the current queues.
    await boss.stop({ graceful: false })
    await boss.start()
    return boss
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Lets pg-boss run its statements, which have parameters such as `$1`, in this transaction. */
function adaptTransaction(db: Transaction): Db {
  return {
    async executeSql(text, values = []) {
      const texts: readonly string[] = text.split(/\$\d+/)
      const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]))
      const sql = new Prisma.Sql(
        texts,
        numbers.map((number) => values[number - 1]),
      )
      return { rows: await db.$queryRaw<unknown[]>(sql) }
    },
  }
}
