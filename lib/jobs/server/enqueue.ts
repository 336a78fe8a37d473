import type { Db, PgBoss } from 'pg-boss'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import type { JobName, JobPayloads } from '../job'
import { makeBoss, openQueues, type QueuedJob } from './boss'

/**
 * Adds a job in the caller's own transaction: it begins once that is committed, and never was if that is rolled back.
 * Who runs it: lib/jobs/server/run-jobs.ts, in whichever process.
 */
export async function enqueue<N extends JobName>(
  db: Transaction,
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  const boss = await getSender()
  const job: QueuedJob<N> = { payload, failures: 0, deaths: 0 }
  await boss.send(name, job, { db: runIn(db) })
}

const holder = globalThis as { stepmarkJobSender?: { url: string; boss: Promise<PgBoss> } }

/**
 * Knows the queues and writes statements; what it writes goes through the callers' transactions, so that its own
 * connection is closed again. Opened at first use.
 */
function getSender(): Promise<PgBoss> {
  const url = readDatabaseUrl()
  const open = holder.stepmarkJobSender
  if (open?.url === url) return open.boss
  const boss = openSender()
  const opened = { url, boss }
  holder.stepmarkJobSender = opened
  boss.catch(() => {
    if (holder.stepmarkJobSender === opened) delete holder.stepmarkJobSender
  })
  return boss
}

async function openSender(): Promise<PgBoss> {
  const boss = makeBoss('send')
  try {
    await openQueues(boss)
    // Started again, it reads the queues that are there now.
    await boss.stop({ graceful: false })
    await boss.start()
    return boss
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** pg-boss writes `$1`; a template has its values between its texts. */
function runIn(db: Transaction): Db {
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
