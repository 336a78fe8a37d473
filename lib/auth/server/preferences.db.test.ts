import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson } from '@/prisma/seed/factories'
import { anonymousActor, type Person } from '../actor'
import { defaultKeymap } from '../keymap'
import { getPreferences, savePreferences } from './preferences'

useTestDatabase()

const readStored = async ({ userId }: Person) =>
  (
    await getDatabase().user.findUniqueOrThrow({
      where: { id: userId },
      select: { shortcuts: true },
    })
  ).shortcuts

describe('keyboard shortcuts of a person', () => {
  test('are the defaults at first, and only differences from them are stored', async () => {
    const person = await makePerson()
    expect(await getPreferences.execute(person, {})).toEqual({ keys: defaultKeymap })
    const reply = await savePreferences.execute(person, {
      keys: { undo: 'y', flag: 'u' },
    })
    expect(reply.keys).toEqual({ ...defaultKeymap, undo: 'y' })
    expect(await getPreferences.execute(person, {})).toEqual(reply)
    expect(await readStored(person)).toEqual({ undo: 'y' })
    await savePreferences.execute(person, { keys: {} })
    expect(await readStored(person)).toEqual({})
  })

  test('are independent of other people’s shortcuts', async () => {
    const [person, otherPerson] = [await makePerson(), await makePerson()]
    await savePreferences.execute(person, { keys: { undo: 'y' } })
    expect(await readStored(otherPerson)).toEqual({})
    await expect(getPreferences.execute(anonymousActor, {})).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test.each([
    ['a key twice', { undo: 'y', flag: 'y' }],
    ['the key of another shortcut', { undo: 'k' }],
    ['a key that is not allowed', { undo: 'Escape' }],
    ['a digit for an action that is not a rating', { undo: '3', ratePositive: 'y' }],
    ['an empty key', { undo: '' }],
  ] as const)(
    'are unchanged after a request with %s, which is rejected with a message',
    async (_, keys) => {
      const person = await makePerson()
      await savePreferences.execute(person, { keys: { raw: 'v' } })
      await expect(savePreferences.execute(person, { keys })).rejects.toMatchObject({
        code: 'invalid_input',
        details: {
          issues: [{ location: expect.stringMatching(/^keys\./), reason: expect.any(String) }],
        },
      })
      expect(await readStored(person)).toEqual({ raw: 'v' })
    },
  )

  test('are the defaults where stored entries are no longer valid', async () => {
    const person = await makePerson()
    for (const storedText of [
      'null',
      '[]',
      '7',
      '{"undo": "y", "gone": 1, "flag": "y", "raw": "v"}',
    ]) {
      await getDatabase().$executeRaw`
        update app_user set shortcuts = ${storedText}::jsonb where id = ${person.userId}::uuid`
      const { keys } = await getPreferences.execute(person, {})
      expect(keys).toEqual(
        storedText.includes('raw') ? { ...defaultKeymap, raw: 'v' } : defaultKeymap,
      )
    }
  })

  test('are changed with an audit entry that omits the keys', async () => {
    const person = await makePerson()
    await savePreferences.execute(person, { keys: { undo: 'y' } })
    const entries = await getDatabase().$queryRaw<{ target: string; detail: string }[]>`
      select target, detail from audit_entry where actor = ${`user:${person.userId}`} and action = 'preferences.save'`
    expect(entries).toEqual([{ target: 'account', detail: '{}' }])
  })

  test('are set by action name, and unknown actions are rejected', () => {
    const { input } = savePreferences.contract
    expect(input.safeParse({ keys: { undo: 'y' } }).success).toBe(true)
    expect(input.safeParse({ keys: { fly: 'y' } }).success).toBe(false)
    expect(input.safeParse({ keys: { undo: 'y' }, more: 1 }).success).toBe(false)
  })
})
