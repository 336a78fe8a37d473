import { Prisma } from '@/lib/generated/prisma/client'
import { answerPairReasonPrefix } from '../verdict-reasons'

/** `formatAnswerPairReason` in PostgreSQL. */
export const answerPairReasonSql = (note: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${answerPairReasonPrefix}::text || case ${note} when '' then '.' else ': ' || ${note} end)`
