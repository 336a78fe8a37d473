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
