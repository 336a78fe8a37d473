import { AppError } from '@/lib/platform/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import { hashPassword } from './passwords'

/** As the account's own calls give it. */
export function describeAccount({ userId, name, email, isInstanceAdmin }: Person) {
  return { id: userId, name, email, isInstanceAdmin }
}

interface NewAccount {
  email: string
  name: string
  password: string
  isInstanceAdmin: boolean
}

/** Throws `conflict` where the address has an account. */
export async function insertAccount(db: Transaction, account: NewAccount): Promise<string> {
  const { password, ...data } = account
  try {
    const { id } = await db.user.create({
      data: { ...data, passwordHash: await hashPassword(password) },
      select: { id: true },
    })
    return id
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new AppError('conflict', `${account.email} has an account already.`, {
        issues: [{ place: 'email', reason: 'has an account already: sign in with it' }],
      })
    throw error
  }
}
