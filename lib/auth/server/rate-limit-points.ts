import { getDatabase, type Transaction } from '@/lib/platform/server/database'

/** Limit for a key: points per window. */
export interface RateLimit {
  name: string
  points: number
  windowSeconds: number
}

export interface RateLimitRefusal {
  /** Whether this is the first rejection in its window. */
  isFirst: boolean
  retryAfterSeconds: number
}

const retentionHours = 1

const makeKey = ({ name }: RateLimit, key: string) => `${name}:${key}`

/**
 * Takes a point. Null: success. Otherwise the seconds until the window ends, and whether this is its first rejection.
 * Counted in the database by its clock, so that all processes agree even if their clocks are wrong.
 */
export async function consumeRateLimitPoint(
  limit: RateLimit,
  key: string,
): Promise<RateLimitRefusal | null> {
  // Every new key deletes a few expired ones, so no job is needed.
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

/** Resets the key. */
export async function resetRateLimitPoints(
  limit: RateLimit,
  key: string,
  db: Transaction = getDatabase(),
): Promise<void> {
  await db.$executeRaw`delete from rate_limit where key = ${makeKey(limit, key)}`
}

export async function refundRateLimitPoint(
  limit: RateLimit,
  key: string,
  db: Transaction = getDatabase(),
): Promise<void> {
  await db.$executeRaw`
    update rate_limit set points = greatest(points - 1, 0) where key = ${makeKey(limit, key)} and expire > now()`
}
