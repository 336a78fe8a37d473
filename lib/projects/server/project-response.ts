import type { ProjectAccess } from '@/lib/auth/server/project-access'
import type { StepSplitting } from '../settings'

/**
 * A project as the API returns it: without `pause` and `hiddenReferenceShare`, because annotators read it too. A check
 * constraint on the table guarantees that `splitting` is one of our styles, so the cast is safe.
 */
export function toProjectResponse({
  pause: _pause,
  hiddenReferenceShare: _share,
  ...project
}: ProjectAccess) {
  return { ...project, splitting: project.splitting as StepSplitting }
}
