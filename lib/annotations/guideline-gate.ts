import type { Role } from '@/lib/auth/actor'

export interface GuidelineStanding {
  /** The latest version. */
  guidelineVersion: number
  /** The version that the person has said to have read; 0 for none. */
  guidelineRead: number
  /** Whether the project has a text at all. */
  hasText: boolean
  /** Null for an instance admin who is not a member: there is nowhere to keep what they have read. */
  role: Role | null
}

/** Whether somebody has to read the guideline before they label. */
export function needsGuideline(standing: GuidelineStanding): boolean {
  const { guidelineVersion, guidelineRead, hasText, role } = standing
  return hasText && role !== null && guidelineRead < guidelineVersion
}
