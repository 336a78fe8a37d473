import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson } from './factories'
import { seedDemo } from './demo'

useTestDatabase()

const count = async () => ({
  solutions: await getDatabase().solution.count(),
  labellings: await getDatabase().labelling.count(),
  irregular: await getDatabase().labelling.count({ where: { irregular: { not: null } } }),
  open: (
    await getDatabase().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from queue_item where held + done < wanted`
  )[0]!.n,
})

test('fills an empty database once, takes up what was cut off, and touches no other', async () => {
  const url = process.env.DATABASE_URL!
  expect(await seedDemo(url)).toMatchObject({ seeded: true })
  const full = await count()
  expect(full).toMatchObject({ solutions: 62, labellings: 70, irregular: 0 })
  expect(full.open).toBeGreaterThan(12)
  expect(await seedDemo(url)).toMatchObject({ seeded: false, accounts: { length: 4 } })
  expect(await count()).toEqual(full)

  await getDatabase().instanceSetting.delete({ where: { key: 'seeded' } })
  expect(await seedDemo(url)).toMatchObject({ seeded: true })
  expect(await count()).toEqual(full)

  await getDatabase().instanceSetting.deleteMany()
  expect(await seedDemo(url)).toMatchObject({ seeded: false, accounts: null })
  expect(await count()).toEqual(full)
})

test('a database with somebody’s account in it is left alone', async () => {
  await getDatabase().instanceSetting.deleteMany()
  await makePerson()
  const before = await getDatabase().user.count()
  expect(await seedDemo(process.env.DATABASE_URL!)).toMatchObject({ accounts: null })
  expect(await getDatabase().user.count()).toBe(before)
})
