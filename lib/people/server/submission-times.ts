import type { ProjectAccess } from '@/lib/auth/server/project-access'

/**
 * Whether submission times of people are hidden from the caller. The list of annotations has exact times without names, so
 * a reviewer could match the two.
 */
export const hidesSubmissionTimes = ({
  hidesAnnotatorNames,
  role,
}: Pick<ProjectAccess, 'hidesAnnotatorNames' | 'role'>): boolean =>
  hidesAnnotatorNames && role === 'reviewer'

/** Midnight of the day, UTC. */
export function findDayStart(instant: string): string {
  const date = new Date(instant)
  date.setUTCHours(0, 0, 0, 0)
  return date.toISOString()
}

/** Midnight of the week's Monday, UTC. */
export function findWeekStart(instant: string): string {
  const date = new Date(findDayStart(instant))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString()
}
