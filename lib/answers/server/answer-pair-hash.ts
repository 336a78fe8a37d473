import { createHash } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { formatAnswerPairKey } from '../pair-key'

/** Identifies a pair of answers in calls and decisions. */
export const hashAnswerPair = (answer: string, referenceAnswer: string): Buffer =>
  createHash('sha256').update(formatAnswerPairKey(answer, referenceAnswer)).digest()

/** The same hash in PostgreSQL. */
export const answerPairHashSql = (answer: Prisma.Sql, referenceAnswer: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`hash_answer_pair(${answer}, ${referenceAnswer})`
