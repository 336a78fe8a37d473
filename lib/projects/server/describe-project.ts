import type { ProjectAccess } from '@/lib/auth/server/project-access'
import type { Splitting } from '../settings'

/**
 * A project as in replies. A constraint of the table ensures that the splitting style is one of
 * ours.
 */
export function describeProject({ pause: _, ...project }: ProjectAccess) {
  return { ...project, splitting: project.splitting as Splitting }
}
