import { getDatabase, type Transaction } from '@/lib/platform/server/database'

/** How often something may be done in a window, by a key. */
export interface Limit {
  name: string
  points: number
  windowSeconds: number
}

export interface Refusal {
  /** In its window. */
  isFirst: boolean
  retryAfterSeconds: number
}

const retentionHours = 1

const makeKey = ({ name }: Limit, key: string) => `${name}:${key}`

/**
 * Takes a point. Null: it was there; else the seconds until the window is over, and whether this is the first in it that
 * was not. Counted in the database and by its clock: every process sees the same, also one whose own clock is wrong.
 */
export async function takePoint(limit: Limit, key: string): Promise<Refusal | null> {
  // Old ones go a few at a time, with each new one: nothing else has to run for it.
  const [row] = await getDatabase().$queryRaw<[{ points: number; secondsLeft: number }]>`
    with old as (
      delete from rate_limit where key in (
        select key from rate_limit where expire < now() - make_interval(hours => ${retentionHours})
        order by expire limit 10 for update skip locked)
    )
    insert into rate_limit as r (key, points, expire)
    values (${makeKey(limit, key)}, 1, now() + make_interval(secs => ${limit.windowSeconds}))
    on conflict (key) do update set
      points = case when r.expire > now() then r.points + 1 else 1 end,
      expire = case when r.expire > now() then r.expire else excluded.expire end
    returning points, extract(epoch from expire - now())::float8 as "secondsLeft"`
  if (row.points <= limit.points) return null
  return {
    isFirst: row.points === limit.points + 1,
    retryAfterSeconds: Math.max(1, Math.ceil(row.secondsLeft)),
  }
}

/** As if none had been taken. */
export async function returnAllPoints(
  limit: Limit,
  key: string,
  db: Transaction = getDatabase(),
): Promise<void> {
  await db.$executeRaw`delete from rate_limit where key = ${makeKey(limit, key)}`
}

export async function returnPoint(
  limit: Limit,
  key: string,
  db: Transaction = getDatabase(),
): Promise<void> {
  await db.$executeRaw`
    update rate_limit set points = greatest(points - 1, 0) where key = ${makeKey(limit, key)} and expire > now()`
}
