import type { Role } from '@/lib/auth/actor'

export interface GuidelineStatus {
  /** The latest version. */
  guidelineVersion: number
  /** The version that the user confirmed to have read; 0 for none. */
  confirmedGuidelineVersion: number
  /** Whether the project has a guideline. */
  hasText: boolean
  /** Null for an instance admin who is not a member. */
  role: Role | null
}

/** Whether a user must read the guideline before labelling. */
export function mustReadGuideline(status: GuidelineStatus): boolean {
  const { guidelineVersion, confirmedGuidelineVersion, hasText, role } = status
  return hasText && role !== null && confirmedGuidelineVersion < guidelineVersion
}
