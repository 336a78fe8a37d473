import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import { firstPasswordDays } from './first-passwords'
import { extendTransactionForHashing, hashPassword } from './passwords'
import { generateSecret } from './secrets'

/** As the account's own calls return it. */
export function toAccountReply({ userId, name, email, isInstanceAdmin }: Person) {
  return { id: userId, name, email, isInstanceAdmin }
}

interface NewAccount {
  email: string
  name: string
  /** Null: no password is known, so only a provider or a link opens the account. */
  password: string | null
  isInstanceAdmin: boolean
  /** Whether the address counts as confirmed: its invite proves it, or the operator of the server entered it. */
  isAddressVerified: boolean
  /** The password was generated: it expires soon and must be changed. */
  isFirstPassword: boolean
}

/** Throws `conflict` if the address already has an account. */
export async function insertAccount(db: Transaction, account: NewAccount): Promise<string> {
  const { password, isAddressVerified, isFirstPassword, ...data } = account
  await extendTransactionForHashing(db)
  try {
    const { id } = await db.user.create({
      data: { ...data, passwordHash: await hashPassword(password ?? generateSecret()) },
      select: { id: true },
    })
    await db.$executeRaw`
      update app_user set email_verified_at = case when ${isAddressVerified} then now() end,
        first_password_until = case when ${isFirstPassword && password !== null} then now() + make_interval(days => ${firstPasswordDays}) end
      where id = ${id}::uuid`
    return id
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new AppError('conflict', `${account.email} already has an account.`, {
        issues: [
          { location: 'email', reason: 'This address already has an account. Sign in with it.' },
        ],
      })
    throw error
  }
}
