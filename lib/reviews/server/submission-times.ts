import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { Prisma } from '@/lib/generated/prisma/client'
import { findWeekStart } from '../week-start'

/**
 * Whether submission times of people are hidden from the caller, who gets the start of the week instead. With exact times, a
 * reviewer could match annotations without names to people, or to their annotations with names.
 */
export const hidesSubmissionTimes = ({
  hidesAnnotatorNames,
  role,
}: Pick<ProjectAccess, 'hidesAnnotatorNames' | 'role'>): boolean =>
  hidesAnnotatorNames && role === 'reviewer'

/** A submission time as the caller may see it. */
export const roundSubmissionTime = (instant: string, hidesTimes: boolean): string =>
  hidesTimes ? findWeekStart(instant) : instant

/** Sorts like `roundSubmissionTime`. */
export const roundedSubmissionTimeSql = (time: Prisma.Sql, hidesTimes: boolean): Prisma.Sql =>
  hidesTimes ? Prisma.sql`date_trunc('week', ${time} at time zone 'UTC') at time zone 'UTC'` : time

/**
 * Sorts annotations with equal times. An id starts with the time of the first save, so its hash replaces it while times are
 * hidden. The index `annotation_by_week` has the expressions of both columns.
 */
export const submissionTieSql = (id: Prisma.Sql, hidesTimes: boolean): Prisma.Sql =>
  hidesTimes ? Prisma.sql`uuid_hash_extended(${id}, 0)` : id
