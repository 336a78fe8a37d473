import { createHash } from 'node:crypto'
import { Prisma } from '@/lib/generated/prisma/client'
import { namePair } from '../name-pair'

/** By this calls and rulings know a pair of answers. */
export const hashPair = (given: string, truth: string): Buffer =>
  createHash('sha256').update(namePair(given, truth)).digest()

/** The same, in PostgreSQL. */
export const pairHash = (given: Prisma.Sql, truth: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`sha256(convert_to(${given}, 'UTF8') || decode('00', 'hex') || convert_to(${truth}, 'UTF8'))`
